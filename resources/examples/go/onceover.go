// SPDX-License-Identifier: Apache-2.0

// Idempotent handlers for net/http by the SQL contract of Onceover: see the manual page "Services". Needs github.com/jackc/pgx/v5.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/text/encoding/charmap"
)

// Lease: longer than the handler takes; it is not renewed. Dedupes: how long the gateway deduplicates by the downstream key, such as
// "24 hours"; nil: it does not; never for rows of your own.
type Operation struct {
	Name, Lease string
	Dedupes     *string
	Tenant      func(*http.Request) string
	Subject     func([]byte) Subject
}

// What on-call compares with the gateway and searches by.
type Subject struct{ Customer, Amount, Currency, Reference *string }

// The key for the gateway's effect of that name.
type DownstreamKey func(effect string) (string, error)

// A quoted string of RFC 8941 and its parameters, or a bare key without a comma.
var headerForm = regexp.MustCompile(`^[ \t]*(?:"((?:[^"\\]|\\["\\])*)"(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:-?[0-9]{1,15}|-?[0-9]{1,12}\.[0-9]{1,3}|` +
	`"(?:[ !#-\[\]-~]|\\["\\])*"|[A-Za-z*][A-Za-z0-9!#$%&'*+.^_\x60|~:/-]*|\?[01]|:[A-Za-z0-9+/=]*:))?)*|([^",][^,]*?))[ \t]*$`)
var keyForm = regexp.MustCompile(`^[!-~]([ -~]{0,253}[!-~])?$`)
var amountForm = regexp.MustCompile(`^-?[0-9]{1,30}(\.[0-9]{1,15})?$`)
var idForm = regexp.MustCompile(`^[!-~]{1,200}$`)
var traceForm = regexp.MustCompile(`^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$`)

// ErrorCode with a refusal. NoEffect: nothing was executed.
type Answer struct {
	Status    int
	Headers   map[string]string
	Body      []byte
	ErrorCode string
	NoEffect  bool
}
type row = map[string]any

func isFinal(status int) bool {
	return status < 500 && !strings.Contains("401 403 408 409 423 425 429", fmt.Sprint(status))
}

func keyOf(lines []string) string { // "": malformed
	if len(lines) != 1 {
		return ""
	}
	found := headerForm.FindStringSubmatch(lines[0])
	if found == nil {
		return ""
	}
	key := found[2]
	if key == "" {
		key = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(found[1])
	}
	return keyForm.FindString(key)
}

func correlationOf(h http.Header) *string {
	for _, name := range []string{"X-Request-Id", "X-Correlation-Id"} {
		if id := h.Values(name); len(id) == 1 && idForm.MatchString(id[0]) {
			return &id[0]
		}
	}
	found := traceForm.FindStringSubmatch(h.Get("Traceparent"))
	if found == nil || strings.Trim(found[1], "0") == "" || strings.Trim(found[2], "0") == "" {
		return nil
	}
	return &found[1]
}

// No Content-Type is guessed: the first answer is as its replays.
func send(w http.ResponseWriter, status int, body []byte) {
	if w.Header().Get("Content-Type") == "" {
		w.Header()["Content-Type"] = nil
	}
	w.WriteHeader(status)
	w.Write(body)
}

func problem(w http.ResponseWriter, status int, code, detail string, retryAfter any) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if retryAfter != nil {
		w.Header().Set("Retry-After", fmt.Sprint(retryAfter))
	}
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(row{"type": "urn:onceover:problem:" + code, "status": status, "detail": detail, "error_code": code})
}

// One row; again where the server was busy or a connection was lost.
func ask(ctx context.Context, pool *pgxpool.Pool, sql string, values ...any) (found row, err error) {
	for try := 1; ; try++ {
		var rows pgx.Rows
		if rows, err = pool.Query(ctx, sql, values...); err == nil {
			found, err = pgx.CollectExactlyOneRow(rows, pgx.RowToMap)
		}
		var said *pgconn.PgError
		refused := errors.As(err, &said) && !strings.Contains("08 40 53 57 55", said.Code[:2])
		if err == nil || refused || try == 4 {
			return
		}
		time.Sleep(time.Duration(try) * 10 * time.Millisecond)
	}
}

func answer(w http.ResponseWriter, r row) {
	switch r["outcome"] {
	case "mismatch":
		problem(w, 422, "CONFLICT.idempotency.payload_mismatch", "The key was used with another payload.", nil)
	case "replay":
		for headers := r["response_headers"].([]any); len(headers) > 1; headers = headers[2:] {
			value, _ := charmap.ISO8859_1.NewEncoder().String(headers[1].(string))
			w.Header().Add(headers[0].(string), value)
		}
		w.Header().Set("Idempotency-Status", "replayed")
		send(w, int(r["response_code"].(int32)), r["response_body"].([]byte))
	default:
		code := map[any]string{"awaiting": "awaiting_reconciliation"}[r["outcome"]]
		if code == "" {
			code = "in_progress"
		}
		wait := r["retry_after_s"]
		if wait == nil {
			wait = 30
		}
		problem(w, 409, "CONFLICT.idempotency."+code, "Send it again later, with the same key.", wait)
	}
}

func Idempotent(pool *pgxpool.Pool, op Operation, handler func(*http.Request, []byte, DownstreamKey) Answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithoutCancel(r.Context()) // a client that goes away ends nothing
		refuse := func(err error, mine bool) {    // the claim stays
			log.Print(err)
			said := &pgconn.PgError{}
			errors.As(err, &said)
			switch {
			case said.Code == "OC014":
				problem(w, 500, "INTERNAL.idempotency.unreadable_response", "The stored answer cannot be read. Tell the operator.", nil)
			case mine:
				problem(w, 503, "DEPENDENCY.timeout", "It may have been executed. Send it again later, with the same key.", 30)
			case strings.HasPrefix(said.Code, "22"):
				problem(w, 400, "VALIDATION.request", "The request is not valid. It was not executed.", nil)
			default:
				problem(w, 503, "DEPENDENCY.unavailable",
					"This request was not executed; an earlier one with this key may have been. Send it again later, with the same key.", 1)
			}
		}
		lines, wrong := r.Header.Values("Idempotency-Key"), &http.MaxBytesError{}
		key := keyOf(lines)
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		switch {
		case len(lines) == 0:
			problem(w, 400, "VALIDATION.idempotency.key_missing", "This operation requires the header Idempotency-Key.", nil)
			return
		case key == "":
			problem(w, 400, "VALIDATION.idempotency.key_malformed", "A key is up to 255 characters of printable ASCII; with a comma it is quoted.", nil)
			return
		case errors.As(err, &wrong):
			problem(w, 413, "VALIDATION.body", "The body is larger than 1 MB.", nil)
			return
		case err != nil:
			problem(w, 400, "VALIDATION.body", "The body was cut off.", nil)
			return
		}
		tenant, about := "", Subject{}
		if op.Subject != nil {
			about = op.Subject(body)
		}
		if op.Tenant != nil {
			tenant = op.Tenant(r)
		}
		if about.Amount != nil && !amountForm.MatchString(*about.Amount) {
			about.Amount = nil
		}
		var id [16]byte
		rand.Read(id[:])
		attempt, digest := fmt.Sprintf("%x", id), sha256.Sum256(body)
		claim := func() (row, error) {
			return ask(ctx, pool, `CALL onceover.claim(tenant => $1, operation => $2, key => $3, fingerprint => $4, attempt => $5::uuid, owner => $6,
				lease => $7::interval, rerunnable_for => $8::interval, correlation_id => $9, customer => $10, amount => $11::numeric, currency => $12,
				reference => $13)`, tenant, op.Name, key, digest[:], attempt, fmt.Sprintf("go/%d", os.Getpid()), op.Lease, op.Dedupes,
				correlationOf(r.Header), about.Customer, about.Amount, about.Currency, about.Reference)
		}
		downstream := func(effect string) (string, error) {
			r, err := ask(ctx, pool, "SELECT onceover.downstream_key($1, $2, $3, $4) AS key", tenant, op.Name, key, effect)
			if err != nil {
				return "", err
			}
			return r["key"].(string), nil
		}
		c, err := claim()
		if err != nil {
			refuse(err, false)
			return
		}
		if c["outcome"] != "claimed" {
			answer(w, c)
			return
		}
		got := handler(r, body, downstream)
		headers := []string{}
		for name, value := range got.Headers {
			text, _ := charmap.ISO8859_1.NewDecoder().String(value) // a header value is bytes: each is a character of Latin-1
			headers = append(headers, name, text)
		}
		values := []any{tenant, op.Name, key, c["fence"], attempt, got.Status, headers, append([]byte{}, got.Body...)}
		finish := `SELECT onceover.complete(tenant => $1, operation => $2, key => $3, fence => $4, attempt => $5::uuid, code => $6::int, headers => $7, body => $8)`
		if got.Status >= 400 {
			finish = strings.NewReplacer("complete", "fail", "body => $8", "body => $8, error_code => $9").Replace(finish)
			values = append(values, got.ErrorCode)
		}
		for try := 1; isFinal(got.Status); try++ {
			if err := pool.QueryRow(ctx, finish, values...).Scan(nil); err == nil {
				w.Header().Set("Idempotency-Status", "stored")
				break
			} // lost, done already, or in doubt: what the store says, and never the handler again
			if c, err = claim(); err != nil {
				refuse(err, true)
				return
			}
			if c["outcome"] != "claimed" || try == 3 {
				answer(w, c)
				return
			}
		}
		if got.NoEffect && !isFinal(got.Status) {
			ask(ctx, pool, "SELECT onceover.release($1, $2, $3, $4, $5::interval, $6::uuid)", tenant, op.Name, key, c["fence"], op.Dedupes, attempt)
		} else if !isFinal(got.Status) {
			refuse(fmt.Errorf("the handler answered %d", got.Status), true)
			return
		}
		for name, value := range got.Headers {
			w.Header().Set(name, value)
		}
		send(w, got.Status, got.Body)
	}
}
