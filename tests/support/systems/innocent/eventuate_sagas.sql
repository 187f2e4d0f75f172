CREATE TABLE saga_instance_participants (
    saga_type varchar(255) NOT NULL,
    saga_id varchar(100) NOT NULL,
    destination varchar(100) NOT NULL,
    resource varchar(100) NOT NULL,
    PRIMARY KEY (saga_type, saga_id, destination, resource)
);
CREATE TABLE saga_instance (
    saga_type varchar(255) NOT NULL,
    saga_id varchar(100) NOT NULL,
    state_name varchar(100) NOT NULL,
    last_request_id varchar(100),
    end_state boolean,
    compensating boolean,
    failed boolean,
    saga_data_type varchar(1000) NOT NULL,
    saga_data_json varchar(1000) NOT NULL,
    PRIMARY KEY (saga_type, saga_id)
);
CREATE TABLE saga_lock_table (
    target varchar(100) PRIMARY KEY,
    saga_type varchar(255) NOT NULL,
    saga_id varchar(100) NOT NULL
);
INSERT INTO saga_instance
SELECT 'io.eventuate.examples.orders.sagas.CreateOrderSaga', '0000018f' || left(md5('sg' || n), 8) || '-0242ac1400060000',
       format('{"currentlyExecuting":%s,"compensating":%s,"endState":%s,"failed":false}', CASE WHEN n > 40 THEN 1 ELSE 3 END, n % 8 = 0, n <= 40),
       '0000018f' || left(md5('rq' || n), 8) || '-0242ac1400060000', n <= 40, n % 8 = 0, false,
       'io.eventuate.examples.orders.sagas.CreateOrderSagaData', format('{"orderId":%s,"orderDetails":{"customerId":%s,"orderTotal":{"amount":%s}},"rejectionReason":%s}', n, n % 9 + 1, 20 + n, CASE WHEN n % 8 = 0 THEN '"INSUFFICIENT_CREDIT"' ELSE 'null' END)
FROM generate_series(1, 46) n;
INSERT INTO saga_instance_participants SELECT saga_type, saga_id, 'customerService', 'CustomerCommandHandler/' || row_number() OVER () % 9 FROM saga_instance;
INSERT INTO saga_lock_table SELECT 'io.eventuate.examples.customers.Customer/' || n, 'io.eventuate.examples.orders.sagas.CreateOrderSaga', '0000018f' || left(md5('sg' || 40 + n), 8) || '-0242ac1400060000' FROM generate_series(1, 5) n;
