// SPDX-License-Identifier: Apache-2.0
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"
)

func main() {
	pool, err := pgxpool.New(context.Background(), "default_query_exec_mode=exec")
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /refunds", Idempotent(pool, Operation{Name: "POST /refunds", Lease: "30 s"}, func(*http.Request, []byte, DownstreamKey) Answer {
		return Answer{Status: 201, Headers: map[string]string{"Location": "/caf\xe9"}}
	}))
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
