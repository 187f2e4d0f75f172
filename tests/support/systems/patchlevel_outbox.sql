CREATE TABLE outbox (
  id serial NOT NULL,
  message varchar(16000) NOT NULL,
  PRIMARY KEY (id)
);
-- rows that were published are gone, hence the numbers begin late
SELECT setval('outbox_id_seq', 5210);
INSERT INTO outbox (message)
SELECT replace(encode(convert_to('O:41:"Patchlevel\EventSourcing\EventBus\Message":2:{s:5:"event";O:28:"App\Hotel\Event\GuestChecked":1:{s:4:"name";s:6:"guest' || (i % 10) || '";}s:7:"headers";a:3:{s:14:"aggregateName";s:5:"hotel";s:11:"aggregateId";s:36:"' || md5('h' || i)::uuid || '";s:8:"playhead";i:' || (1 + i % 12) || ';}}', 'UTF8'), 'base64'), E'\n', '')
FROM generate_series(1, 40) i;
