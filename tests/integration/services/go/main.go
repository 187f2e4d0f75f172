// SPDX-License-Identifier: Apache-2.0

// A client in Go: calls what the runner names, with pgx's types. One JSON object a line, both ways, as writers/talk.mjs.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

type argument struct {
	Name, Type string
	Value      any
}

type order struct {
	Verb, Function, Begin, End string
	Args                       []argument
}

// Strings go as text, whatever the type of the parameter.
func given(a argument) any {
	switch v := a.Value.(type) {
	case string:
		if a.Type == "bytea" {
			raw, _ := hex.DecodeString(v)
			return raw
		}
		return v
	case float64:
		return fmt.Sprint(int64(v))
	case []any:
		texts, raws := []*string{}, [][]byte{}
		for _, one := range v {
			if text, ok := one.(string); ok {
				raw, _ := hex.DecodeString(text)
				texts, raws = append(texts, &text), append(raws, raw)
			} else {
				texts, raws = append(texts, nil), append(raws, nil)
			}
		}
		if a.Type == "bytea[]" {
			return raws
		}
		return texts
	}
	return a.Value
}

func shown(value any) any {
	switch v := value.(type) {
	case []byte:
		return hex.EncodeToString(v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	}
	return value
}

func call(ctx context.Context, database *pgx.Conn, o order) (map[string]any, error) {
	if o.Begin != "" {
		if _, err := database.Exec(ctx, o.Begin); err != nil {
			return nil, err
		}
	}
	var names []string
	var values []any
	for i, a := range o.Args {
		names = append(names, fmt.Sprintf("%s => $%d", a.Name, i+1))
		values = append(values, given(a))
	}
	rows, err := database.Query(ctx, fmt.Sprintf("%s onceover.%s(%s)", o.Verb, o.Function, strings.Join(names, ", ")), values...)
	if err != nil {
		return nil, err
	}
	row, err := pgx.CollectExactlyOneRow(rows, pgx.RowToMap)
	if err != nil {
		return nil, err
	}
	for name, value := range row {
		row[name] = shown(value)
	}
	if o.End != "" {
		_, err = database.Exec(ctx, o.End)
	}
	return row, err
}

func main() {
	ctx := context.Background()
	database, err := pgx.Connect(ctx, "") // PGHOST, PGDATABASE, PGUSER …
	if err != nil {
		panic(err)
	}
	say := json.NewEncoder(os.Stdout)
	say.Encode(map[string]any{"ready": "go"})
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var o order
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			panic(err)
		}
		row, err := call(ctx, database, o)
		var refused *pgconn.PgError
		switch {
		case err == nil:
			say.Encode(map[string]any{"done": "call", "row": row})
		case errors.As(err, &refused):
			if o.Begin != "" {
				database.Exec(ctx, "ROLLBACK")
			}
			say.Encode(map[string]any{"done": "call", "error": refused.Code})
		default:
			say.Encode(map[string]any{"failed": "call", "error": err.Error()})
		}
	}
}
