// SPDX-License-Identifier: Apache-2.0

// A refund service for net/http whose requests have one effect each.
//
//	PGDATABASE=payments GATEWAY=https://pay.example go run . 8080
//
// The gateway deduplicates by the header Idempotency-Key for 24 hours. It gets our own key, by which
// Onceover asks it later what happened: the effect "refund" of the gateway's file.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

var gateway = http.Client{Timeout: 10 * time.Second} // shorter than the lease

func subject(body []byte) (about Subject) {
	var wanted struct {
		Charge, Currency *string
		Amount           *json.Number
	}
	if json.Unmarshal(body, &wanted) == nil {
		about = Subject{Amount: (*string)(wanted.Amount), Currency: wanted.Currency, Reference: wanted.Charge}
	}
	return
}

func refund(r *http.Request, body []byte, downstream DownstreamKey) Answer {
	json_ := map[string]string{"Content-Type": "application/json"}
	var wanted struct {
		Charge string `json:"charge"`
	}
	if json.Unmarshal(body, &wanted) != nil || wanted.Charge == "" {
		return Answer{Status: 400, Headers: json_, Body: []byte(`{"error": "this is no refund"}`), ErrorCode: "VALIDATION.body"}
	}
	ours, err := downstream("refund")
	if err != nil { // nothing was sent
		return Answer{Status: 503, NoEffect: true, Headers: json_, Body: []byte(`{"error": "the store did not answer"}`)}
	}
	ask, _ := http.NewRequest("POST", os.Getenv("GATEWAY")+"/refunds", bytes.NewReader(body))
	ask.Header.Set("Content-Type", "application/json")
	ask.Header.Set("Idempotency-Key", ours)
	sent, err := gateway.Do(ask)
	if err != nil || sent.StatusCode >= 500 { // unknown: the claim stays, and a retry with the same key goes on
		return Answer{Status: 504, Headers: json_, Body: []byte(`{"error": "the gateway did not answer"}`)}
	}
	defer sent.Body.Close()
	said, err := io.ReadAll(sent.Body)
	switch {
	case err != nil:
		return Answer{Status: 504, Headers: json_, Body: []byte(`{"error": "the gateway did not answer"}`)}
	case sent.StatusCode < 300:
		return Answer{Status: 201, Headers: json_, Body: said}
	case sent.StatusCode == 402 || sent.StatusCode == 422:
		return Answer{Status: sent.StatusCode, Headers: json_, Body: said, ErrorCode: "REFUND.refused"}
	} // a gateway's 404, 409 or 429 says nothing about this refund for good
	return Answer{Status: 502, Headers: json_, Body: said}
}

func main() {
	pool, err := pgxpool.New(context.Background(), "") // PGHOST, PGDATABASE, PGUSER …: a user with the role client
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	day := "24 hours"
	http.HandleFunc("POST /refunds", Idempotent(pool, Operation{Name: "POST /refunds", Lease: "30 s", Dedupes: &day, Subject: subject}, refund))
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
