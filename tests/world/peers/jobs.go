// SPDX-License-Identifier: Apache-2.0
// Jobs from Go: jobs onceover | river. Commands on standard input: ["put", N], ["work", "one" | "batch", N]; each answer is seconds.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

const workers, size = 8, 100

var all = context.Background()
var pool *pgxpool.Pool

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

type Pay struct {
	Name string `json:"name"`
}

func (Pay) Kind() string { return "pay" }

type Payer struct {
	river.WorkerDefaults[Pay]
	isTx bool
}

// The job and its effect, which would be rows of this transaction, end together.
func (p *Payer) Work(on context.Context, job *river.Job[Pay]) error {
	if !p.isTx {
		return nil
	}
	tx, err := pool.Begin(on)
	if err != nil {
		return err
	}
	defer tx.Rollback(on)
	if _, err := river.JobCompleteTx[*riverpgxv5.Driver](on, tx, job); err != nil {
		return err
	}
	return tx.Commit(on)
}

func workRiver(mode string, count int) {
	payers := river.NewWorkers()
	river.AddWorker(payers, &Payer{isTx: mode == "one"})
	most := workers
	if mode == "batch" {
		most = workers * size
	}
	client := must(river.NewClient(riverpgxv5.New(pool), &river.Config{Workers: payers, FetchCooldown: time.Millisecond, FetchPollInterval: 20 * time.Millisecond,
		Queues: map[string]river.QueueConfig{"default": {MaxWorkers: most}}}))
	done, cancel := client.SubscribeConfig(&river.SubscribeConfig{ChanSize: 200000, Kinds: []river.EventKind{river.EventKindJobCompleted}})
	defer cancel()
	if err := client.Start(all); err != nil {
		panic(err)
	}
	for i := 0; i < count; i++ {
		<-done
	}
	defer client.Stop(all)
}

func workOnceover(mode string, count int) {
	var done atomic.Int64
	var group sync.WaitGroup
	most := 1
	if mode == "batch" {
		most = size
	}
	for w := 0; w < workers; w++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for int(done.Load()) < count {
				rows := must(pool.Query(all, "SELECT source, event_id, fence FROM onceover.inbox_take('jobs', 'go', '30 s', $1)", most))
				var sources, ids []string
				var fences []int64
				var source, id string
				var fence int64
				must(pgx.ForEachRow(rows, []any{&source, &id, &fence}, func() error {
					sources, ids, fences = append(sources, source), append(ids, id), append(fences, fence)
					return nil
				}))
				if len(ids) == 0 {
					continue
				}
				var ended int
				if mode == "one" { // one that is taken has begun
					must(0, pool.QueryRow(all, "SELECT onceover.inbox_finish('jobs', $1, $2, $3)::int", sources[0], ids[0], fences[0]).Scan(&ended))
				} else {
					of := "FROM unnest($1::text[], $2::text[], $3::bigint[]) e (source, id, fence)"
					must(pool.Exec(all, "SELECT onceover.inbox_start('jobs', e.source, e.id, e.fence, '30 s') "+of, sources, ids, fences))
					must(0, pool.QueryRow(all, "SELECT sum(onceover.inbox_finish('jobs', e.source, e.id, e.fence)::int) "+of, sources, ids, fences).Scan(&ended))
				}
				done.Add(int64(ended))
			}
		}()
	}
	group.Wait()
}

func main() {
	config := must(pgxpool.ParseConfig(os.Getenv("WORLD_DSN")))
	config.MaxConns = workers
	if os.Args[1] == "river" { // it keeps one to listen and others for its own service
		config.MaxConns = workers + 4
	}
	pool = must(pgxpool.NewWithConfig(all, config))
	if os.Args[1] == "river" {
		must(must(rivermigrate.New(riverpgxv5.New(pool), nil)).Migrate(all, rivermigrate.DirectionUp, nil))
	}
	fmt.Println(`"ready"`)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var command []any
		must(0, json.Unmarshal(in.Bytes(), &command))
		begin := time.Now()
		if command[0] == "put" {
			client := must(river.NewClient(riverpgxv5.New(pool), &river.Config{}))
			for left := int(command[1].(float64)); left > 0; left -= 1000 {
				var jobs []river.InsertManyParams
				for i := 0; i < min(left, 1000); i++ {
					jobs = append(jobs, river.InsertManyParams{Args: Pay{"order"}})
				}
				must(client.InsertManyFast(all, jobs))
			}
		} else if os.Args[1] == "river" {
			workRiver(command[1].(string), int(command[2].(float64)))
		} else {
			workOnceover(command[1].(string), int(command[2].(float64)))
		}
		fmt.Println(time.Since(begin).Seconds())
	}
}
