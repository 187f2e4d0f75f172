// SPDX-License-Identifier: Apache-2.0
// River: river setup | put NAME... | work. The protocol is in trial.py.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

type Pay struct {
	Name string `json:"name"`
}

func (Pay) Kind() string { return "pay" }

type Payer struct{ river.WorkerDefaults[Pay] }

func say(what, name string) {
	file, _ := os.OpenFile(os.Getenv("WORLD_EFFECTS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	fmt.Fprintf(file, "%s %s\n", what, name)
	file.Close()
}

func (*Payer) Timeout(*river.Job[Pay]) time.Duration { return -1 }
func (*Payer) Work(_ context.Context, job *river.Job[Pay]) error {
	say("began", job.Args.Name)
	for strings.HasPrefix(job.Args.Name, "hang") {
		if _, err := os.Stat(os.Getenv("WORLD_HANG")); err != nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if strings.HasPrefix(job.Args.Name, "bad") {
		return errors.New("card refused")
	}
	say("done", job.Args.Name)
	return nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	all := context.Background()
	pool, err := pgxpool.New(all, os.Getenv("WORLD_DSN"))
	must(err)
	driver := riverpgxv5.New(pool)
	if os.Args[1] == "setup" {
		migrator, err := rivermigrate.New(driver, nil)
		must(err)
		_, err = migrator.Migrate(all, rivermigrate.DirectionUp, nil)
		must(err)
		return
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &Payer{})
	client, err := river.NewClient(driver, &river.Config{Workers: workers, Queues: map[string]river.QueueConfig{"default": {MaxWorkers: 6}}})
	must(err)
	if os.Args[1] == "put" {
		for _, name := range os.Args[2:] {
			tries := 25
			if strings.HasPrefix(name, "bad") {
				tries = 1
			}
			_, err := client.Insert(all, Pay{name}, &river.InsertOpts{MaxAttempts: tries})
			must(err)
		}
		return
	}
	must(client.Start(all))
	select {}
}
