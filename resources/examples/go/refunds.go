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
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Shorter than the lease; the page that a redirect leads to is no answer.
var gateway = http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func subject(body []byte) Subject {
	var wanted struct {
		Charge, Currency *string
		Amount           json.RawMessage // as it is written
	}
	json.Unmarshal(body, &wanted)
	amount := strings.Trim(string(wanted.Amount), `"`)
	return Subject{Amount: &amount, Currency: wanted.Currency, Reference: wanted.Charge}
}

func refund(r *http.Request, body []byte, downstream DownstreamKey) Answer {
	json_ := map[string]string{"Content-Type": "application/json"}
	var wanted struct{ Charge string }
	if json.Unmarshal(body, &wanted) != nil || wanted.Charge == "" {
		return Answer{Status: 400, Headers: json_, Body: []byte(`{"error": "this is no refund"}`), ErrorCode: "VALIDATION.body"}
	}
	ours, err := downstream("refund")
	if err != nil { // nothing was sent
		return Answer{Status: 503, NoEffect: true, Headers: json_, Body: []byte(`{"error": "the store did not answer"}`)}
	}
	// The bytes as they came: the gateway compares them with those that it got under this key from a service in another language.
	ask, _ := http.NewRequest("POST", os.Getenv("GATEWAY")+"/refunds", bytes.NewReader(body))
	ask.Header.Set("Content-Type", "application/json")
	ask.Header.Set("Idempotency-Key", ours)
	unknown := Answer{Status: 504} // the claim stays, and a retry with the same key goes on
	sent, err := gateway.Do(ask)
	if err != nil {
		return unknown
	}
	defer sent.Body.Close()
	said, err := io.ReadAll(sent.Body)
	if err != nil {
		return unknown
	}
	if sent.StatusCode/100 == 2 {
		return Answer{Status: 201, Headers: json_, Body: said}
	}
	// Final is only a refusal in the gateway's own word. Its 422 may also mean: another payload under this key.
	var refusal struct{ Error string }
	json.Unmarshal(said, &refusal)
	if (sent.StatusCode == 402 || sent.StatusCode == 422) && refusal.Error == "declined" {
		return Answer{Status: sent.StatusCode, Headers: json_, Body: said, ErrorCode: "REFUND.refused"}
	}
	return unknown
}

func main() {
	// No cached statements: they fail behind PgBouncer in transaction mode.
	pool, err := pgxpool.New(context.Background(), "default_query_exec_mode=exec") // PGHOST, PGDATABASE, PGUSER …: a user with the role client
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
