#include "tests/support/traps.h"

#include <cstdlib>

#include "tests/support/raw.h"

namespace onceover::test {
namespace {

constexpr const char* traps = R"sql(
SET search_path = pg_catalog;
CREATE SCHEMA traps;
GRANT USAGE ON SCHEMA traps TO PUBLIC;
CREATE FUNCTION traps.sprung(what text) RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS
$$ BEGIN RAISE LOG 'trap % sprung by %', what, current_query(); RETURN true; END $$;

DO $do$
DECLARE
  types CONSTANT regtype[] := '{text,name,bpchar,varchar,boolean,smallint,integer,bigint,numeric,double precision,timestamptz,date,interval,bytea,uuid,json,jsonb,oid,regclass,xid,xid8,tid,"\"char\"",text[],bigint[],oid[],smallint[]}';
  o record;
  t regtype;
  n integer := 0;
  arguments text;
BEGIN
  FOR o IN SELECT p.oprname, p.oprleft::regtype AS l, p.oprright::regtype AS r, p.oprresult::regtype AS result, p.oprleft = 0 AS is_prefix
           FROM pg_operator p
           WHERE p.oprnamespace = 'pg_catalog'::regnamespace AND p.oprcode <> 0 AND (p.oprleft = 0 OR p.oprleft = ANY (types))
             AND p.oprright = ANY (types) LOOP
    n := n + 1;
    EXECUTE format('CREATE FUNCTION traps.operator_%s(%s) RETURNS %s LANGUAGE plpgsql SET search_path = pg_catalog AS %L', n,
                   CASE WHEN o.is_prefix THEN o.r::text ELSE o.l || ', ' || o.r END, o.result,
                   format('BEGIN PERFORM traps.sprung(%L); RETURN %s; END', format('operator %s (%s, %s)', o.oprname, o.l, o.r),
                          CASE WHEN o.is_prefix THEN o.oprname || ' $1' ELSE '$1 ' || o.oprname || ' $2' END));
    EXECUTE format('CREATE OPERATOR traps.%s (FUNCTION = traps.operator_%s, %sRIGHTARG = %s)', o.oprname, n,
                   CASE WHEN o.is_prefix THEN '' ELSE 'LEFTARG = ' || o.l || ', ' END, o.r);
  END LOOP;
  -- Equality of arrays is polymorphic there.
  FOR o IN SELECT a.word AS oprname, b.type AS l FROM unnest('{=,<>,<,>,@>,<@,||}'::text[]) a (word), unnest('{text[],bigint[]}'::regtype[]) b (type) LOOP
    n := n + 1;
    EXECUTE format('CREATE FUNCTION traps.operator_%s(%s, %s) RETURNS %s LANGUAGE plpgsql SET search_path = pg_catalog AS %L', n, o.l, o.l,
                   CASE o.oprname WHEN '||' THEN o.l::text ELSE 'boolean' END,
                   format('BEGIN PERFORM traps.sprung(%L); RETURN $1 %s $2; END', format('operator %s (%s)', o.oprname, o.l), o.oprname));
    EXECUTE format('CREATE OPERATOR traps.%s (FUNCTION = traps.operator_%s, LEFTARG = %s, RIGHTARG = %s)', o.oprname, n, o.l, o.l);
  END LOOP;

  FOR o IN SELECT p.proname, p.prorettype::regtype AS result, p.pronargs, p.oid,
                  (SELECT coalesce(string_agg(format('%s', u.type::regtype), ', ' ORDER BY u.i), '')
                   FROM unnest(p.proargtypes) WITH ORDINALITY u (type, i)) AS arguments,
                  (SELECT coalesce(string_agg('$' || u.i, ', ' ORDER BY u.i), '') FROM generate_series(1, p.pronargs) u (i)) AS passed
           FROM pg_proc p
           WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind = 'f' AND NOT p.proretset AND p.provariadic = 0
             AND p.proallargtypes IS NULL AND p.prorettype = ANY (types || 'void'::regtype)
             AND NOT EXISTS (SELECT FROM unnest(p.proargtypes) u (type) WHERE u.type <> ALL (types)) LOOP
    EXECUTE format('CREATE FUNCTION traps.%I(%s) RETURNS %s LANGUAGE plpgsql SET search_path = pg_catalog AS %L', o.proname, o.arguments, o.result,
                   format(CASE o.result WHEN 'void'::regtype THEN 'BEGIN PERFORM traps.sprung(%L); PERFORM pg_catalog.%I(%s); END'
                                        ELSE 'BEGIN PERFORM traps.sprung(%L); RETURN pg_catalog.%I(%s); END' END,
                          format('function %s(%s)', o.proname, o.arguments), o.proname, o.passed));
  END LOOP;

  -- Exact types win over polymorphic ones.
  FOREACH t IN ARRAY '{text,bigint,bytea}'::regtype[] LOOP
    EXECUTE format('CREATE FUNCTION traps.unnest(%s[]) RETURNS SETOF %s LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t, t,
                   'BEGIN PERFORM traps.sprung(''function unnest''); RETURN QUERY SELECT u FROM unnest($1) u; END');
    EXECUTE format('CREATE FUNCTION traps.cardinality(%s[]) RETURNS integer LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t,
                   'BEGIN PERFORM traps.sprung(''function cardinality''); RETURN cardinality($1); END');
    EXECUTE format('CREATE FUNCTION traps.array_step(%s[], %s) RETURNS %s[] LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t, t, t,
                   'BEGIN PERFORM traps.sprung(''aggregate array_agg''); RETURN array_append($1, $2); END');
    EXECUTE format('CREATE AGGREGATE traps.array_agg(%s) (SFUNC = traps.array_step, STYPE = %s[])', t, t);
  END LOOP;
  FOREACH t IN ARRAY '{text,bigint,timestamptz,boolean,numeric}'::regtype[] LOOP
    EXECUTE format('CREATE FUNCTION traps.to_jsonb(%s) RETURNS jsonb LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t,
                   'BEGIN PERFORM traps.sprung(''function to_jsonb''); RETURN to_jsonb($1); END');
    EXECUTE format('CREATE FUNCTION traps.concat(text, %s) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t,
                   'BEGIN PERFORM traps.sprung(''function concat''); RETURN concat($1, $2); END');
    EXECUTE format('CREATE FUNCTION traps.format(text, %s) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t,
                   'BEGIN PERFORM traps.sprung(''function format''); RETURN format($1, $2); END');
    EXECUTE format('CREATE FUNCTION traps.jsonb_build_object(text, %s) RETURNS jsonb LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t,
                   'BEGIN PERFORM traps.sprung(''function jsonb_build_object''); RETURN jsonb_build_object($1, $2); END');
    EXECUTE format('CREATE FUNCTION traps.count_step(bigint, %s) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t,
                   'BEGIN PERFORM traps.sprung(''aggregate count''); RETURN $1 + CASE WHEN $2 IS NULL THEN 0 ELSE 1 END; END');
    EXECUTE format('CREATE AGGREGATE traps.count(%s) (SFUNC = traps.count_step, STYPE = bigint, INITCOND = ''0'')', t);
    EXECUTE format('CREATE FUNCTION traps.max_step(%s, %s) RETURNS %s LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t, t, t,
                   'BEGIN PERFORM traps.sprung(''aggregate max''); RETURN greatest($1, $2); END');
    EXECUTE format('CREATE AGGREGATE traps.max(%s) (SFUNC = traps.max_step, STYPE = %s)', t, t);
    EXECUTE format('CREATE FUNCTION traps.min_step(%s, %s) RETURNS %s LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t, t, t,
                   'BEGIN PERFORM traps.sprung(''aggregate min''); RETURN least($1, $2); END');
    EXECUTE format('CREATE AGGREGATE traps.min(%s) (SFUNC = traps.min_step, STYPE = %s)', t, t);
  END LOOP;
  FOREACH t IN ARRAY '{integer,bigint,numeric}'::regtype[] LOOP
    EXECUTE format('CREATE FUNCTION traps.sum_step(numeric, %s) RETURNS numeric LANGUAGE plpgsql SET search_path = pg_catalog AS %L', t,
                   'BEGIN PERFORM traps.sprung(''aggregate sum''); RETURN CASE WHEN $2 IS NULL THEN $1 ELSE coalesce($1, 0) + $2 END; END');
    EXECUTE format('CREATE AGGREGATE traps.sum(%s) (SFUNC = traps.sum_step, STYPE = numeric)', t);
  END LOOP;
  CREATE FUNCTION traps.count_all(bigint) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog AS
    $$ BEGIN PERFORM traps.sprung('aggregate count(*)'); RETURN $1 + 1; END $$;
  CREATE AGGREGATE traps.count(*) (SFUNC = traps.count_all, STYPE = bigint, INITCOND = '0');
  CREATE FUNCTION traps.string_step(text, text, text) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog AS
    $$ BEGIN PERFORM traps.sprung('aggregate string_agg'); RETURN CASE WHEN $2 IS NULL THEN $1 WHEN $1 IS NULL THEN $2 ELSE $1 || $3 || $2 END; END $$;
  CREATE AGGREGATE traps.string_agg(text, text) (SFUNC = traps.string_step, STYPE = text);
  CREATE FUNCTION traps.or_step(boolean, boolean) RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS
    $$ BEGIN PERFORM traps.sprung('aggregate bool_or'); RETURN CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1 ELSE $1 OR $2 END; END $$;
  CREATE AGGREGATE traps.bool_or(boolean) (SFUNC = traps.or_step, STYPE = boolean);
  CREATE FUNCTION traps.and_step(boolean, boolean) RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS
    $$ BEGIN PERFORM traps.sprung('aggregate bool_and'); RETURN CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1 ELSE $1 AND $2 END; END $$;
  CREATE AGGREGATE traps.bool_and(boolean) (SFUNC = traps.and_step, STYPE = boolean);

  -- Relations: the catalog's, and ours.
  FOR o IN SELECT c.relname, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE (n.nspname = 'pg_catalog' AND c.relkind IN ('r', 'v') OR n.nspname = 'onceover' AND c.relkind IN ('r', 'p'))
             AND NOT EXISTS (SELECT FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid WHERE a.attrelid = c.oid AND a.attnum > 0 AND y.typtype = 'p')
           ORDER BY n.nspname LOOP
    CONTINUE WHEN o.relname LIKE 'pg_statistic%';  -- no view can have such columns
    EXECUTE format('CREATE VIEW traps.%I AS SELECT * FROM %I.%I WHERE traps.sprung(%L)', o.relname, o.nspname, o.relname, 'relation ' || o.relname);
  END LOOP;

  -- Types last: from here on their names would mean these.
  FOREACH t IN ARRAY '{text,name,bytea,uuid,json,jsonb,oid,regclass,timestamptz,date}'::regtype[]
                     || '{smallint,integer,bigint,boolean,double precision}'::regtype[] LOOP
    EXECUTE format('CREATE DOMAIN traps.%I AS pg_catalog.%I CHECK (traps.sprung(%L))', y.typname, y.typname, 'type ' || y.typname)
    FROM pg_type y WHERE y.oid = t;
  END LOOP;
  GRANT SELECT ON ALL TABLES IN SCHEMA traps TO PUBLIC;
END
$do$;
)sql";

}  // namespace

const std::string& traps_directory() {
  static const std::string directory = [] {
    const char* named = std::getenv("ONCEOVER_TRAPS");
    return std::string(named != nullptr ? named : "");
  }();
  return directory;
}

void set_traps(const std::string& conninfo) { RawConnection(conninfo).exec(traps); }

std::string traps_first(const std::string& database) {
  return "ALTER DATABASE " + quoted_name(database) + " SET search_path = traps, pg_catalog, public";
}

}  // namespace onceover::test
