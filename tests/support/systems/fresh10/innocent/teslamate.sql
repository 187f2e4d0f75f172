CREATE TABLE charging_processes (id serial PRIMARY KEY, start_date timestamp NOT NULL, end_date timestamp,
  charge_energy_added numeric(8,2), charge_energy_used numeric(8,2), start_ideal_range_km numeric(8,2),
  end_ideal_range_km numeric(8,2), start_battery_level smallint, end_battery_level smallint, duration_min
  smallint, outside_temp_avg numeric(4,1), car_id smallint NOT NULL, position_id integer NOT NULL,
  address_id integer, geofence_id integer, cost numeric(6,2));
INSERT INTO charging_processes (start_date, end_date, charge_energy_added, charge_energy_used,
  start_ideal_range_km, end_ideal_range_km, start_battery_level, end_battery_level, duration_min, car_id,
  position_id, address_id, cost) SELECT c::timestamp, (c + interval '1 minute' * (20 + g % 300))::timestamp,
  3 + g % 50, 3.4 + g % 50, 100 + g % 90, 250 + g % 90, 20 + g % 40, 80, 20 + g % 300, 1, 90000 - g, 1 + g %
  30, CASE WHEN g % 3 = 0 THEN 4.20 END FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval
  '900 minutes' AS c FROM generate_series(1, 260) g) s ORDER BY s.c;
