CREATE TABLE errorinfo (id int8 NOT NULL PRIMARY KEY, message varchar(255), stacktrace varchar(5000), timestamp timestamp, request_id int8 NOT NULL);
INSERT INTO errorinfo SELECT g, 'Connection refused', 'java.net.ConnectException: Connection refused', localtimestamp - g * interval '1 hour', 10 + g / 2 FROM generate_series(1, 60) g;
