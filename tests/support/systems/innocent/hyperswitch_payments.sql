CREATE TYPE "AttemptStatus" AS ENUM ('started', 'authentication_failed', 'juspay_declined', 'pending_vbv', 'vbv_successful', 'authorized', 'authorization_failed', 'charged', 'authorizing', 'cod_initiated', 'voided', 'void_initiated', 'capture_initiated', 'capture_failed', 'void_failed', 'auto_refunded', 'partial_charged', 'pending', 'failure', 'payment_method_awaited', 'confirmation_awaited');
CREATE TYPE "AuthenticationType" AS ENUM ('three_ds', 'no_three_ds');
CREATE TYPE "CaptureMethod" AS ENUM ('automatic', 'manual', 'scheduled');
CREATE TYPE "Currency" AS ENUM ('EUR', 'GBP', 'INR', 'SGD', 'USD');
CREATE TYPE "FutureUsage" AS ENUM ('on_session', 'off_session');
CREATE TYPE "IntentStatus" AS ENUM ('succeeded', 'failed', 'processing', 'requires_customer_action', 'requires_payment_method', 'requires_confirmation');
CREATE TYPE "PaymentFlow" AS ENUM ('vsc', 'emi', 'otp', 'upi_intent', 'upi_collect', 'upi_scan_and_pay', 'sdk');
CREATE TYPE "PaymentMethodType" AS ENUM ('card', 'bank_transfer', 'netbanking', 'upi', 'open_banking', 'consumer_finance', 'wallet', 'payment_container', 'bank_debit', 'pay_later');
CREATE TYPE "RefundStatus" AS ENUM ('failure', 'manual_review', 'pending', 'success', 'transaction_failure');
CREATE TYPE "RefundType" AS ENUM ('instant_refund', 'regular_refund', 'retry_refund');
CREATE TABLE payment_attempt (
    id SERIAL PRIMARY KEY,
    payment_id VARCHAR(255) NOT NULL,
    merchant_id VARCHAR(255) NOT NULL,
    txn_id VARCHAR(255) NOT NULL,
    status "AttemptStatus" NOT NULL,
    amount INTEGER NOT NULL,
    currency "Currency",
    save_to_locker BOOLEAN,
    connector VARCHAR(255) NOT NULL,
    error_message TEXT,
    offer_amount INTEGER,
    surcharge_amount INTEGER,
    tax_amount INTEGER,
    payment_method_id VARCHAR(255),
    payment_method "PaymentMethodType",
    payment_flow "PaymentFlow",
    redirect BOOLEAN,
    connector_transaction_id VARCHAR(255),
    capture_method "CaptureMethod",
    capture_on TIMESTAMP,
    confirm BOOLEAN NOT NULL,
    authentication_type "AuthenticationType",
    created_at TIMESTAMP NOT NULL,
    modified_at TIMESTAMP NOT NULL,
    last_synced TIMESTAMP
);
CREATE TABLE payment_intent (
    id SERIAL PRIMARY KEY,
    payment_id VARCHAR(255) NOT NULL,
    merchant_id VARCHAR(255) NOT NULL,
    status "IntentStatus" NOT NULL,
    amount INTEGER NOT NULL,
    currency "Currency",
    amount_captured INTEGER,
    customer_id VARCHAR(255),
    description VARCHAR(255),
    return_url VARCHAR(255),
    metadata JSONB DEFAULT '{}'::JSONB,
    connector_id VARCHAR(255),
    shipping_address_id VARCHAR(255),
    billing_address_id VARCHAR(255),
    statement_descriptor_name VARCHAR(255),
    statement_descriptor_suffix VARCHAR(255),
    created_at TIMESTAMP NOT NULL,
    modified_at TIMESTAMP NOT NULL,
    last_synced TIMESTAMP,
    setup_future_usage "FutureUsage",
    off_session BOOLEAN,
    client_secret VARCHAR(255)
);
CREATE TABLE refund (
    id SERIAL PRIMARY KEY,
    internal_reference_id VARCHAR(255) NOT NULL,
    refund_id VARCHAR(255) NOT NULL,
    payment_id VARCHAR(255) NOT NULL,
    merchant_id VARCHAR(255) NOT NULL,
    transaction_id VARCHAR(255) NOT NULL,
    connector VARCHAR(255) NOT NULL,
    pg_refund_id VARCHAR(255),
    external_reference_id VARCHAR(255),
    refund_type "RefundType" NOT NULL,
    total_amount INTEGER NOT NULL,
    currency "Currency" NOT NULL,
    refund_amount INTEGER NOT NULL,
    refund_status "RefundStatus" NOT NULL,
    sent_to_gateway BOOLEAN NOT NULL DEFAULT FALSE,
    refund_error_message TEXT,
    metadata JSON,
    refund_arn VARCHAR(255),
    created_at TIMESTAMP NOT NULL,
    modified_at TIMESTAMP NOT NULL,
    description VARCHAR(255)
);
CREATE UNIQUE INDEX payment_attempt_payment_id_merchant_id_index ON payment_attempt (payment_id, merchant_id);
CREATE UNIQUE INDEX payment_intent_payment_id_merchant_id_index ON payment_intent (payment_id, merchant_id);
CREATE INDEX refund_internal_reference_id_index ON refund (internal_reference_id);
CREATE INDEX refund_payment_id_merchant_id_index ON refund (payment_id, merchant_id);
CREATE INDEX refund_refund_id_index ON refund (refund_id);
CREATE UNIQUE INDEX refund_refund_id_merchant_id_index ON refund (refund_id, merchant_id);

INSERT INTO payment_intent (payment_id, merchant_id, status, amount, currency, amount_captured, customer_id, description, return_url, metadata, created_at, modified_at, last_synced, setup_future_usage, off_session, client_secret)
SELECT pid, 'merchant_' || 1700000000 + n % 4, st::"IntentStatus", 1000 + n * 130, (ARRAY['EUR', 'USD', 'GBP'])[1 + n % 3]::"Currency", CASE WHEN st = 'succeeded' THEN 1000 + n * 130 END, CASE WHEN n % 4 <> 0 THEN 'cus_' || substr(md5('hc' || n % 17), 1, 20) END, 'Order #' || 4000 + n, 'https://shop.example/return', jsonb_build_object('order_id', 4000 + n),
       t, t + CASE st WHEN 'requires_payment_method' THEN interval '0' ELSE interval '41 s' END, t + interval '30 s', CASE WHEN n % 6 = 0 THEN 'off_session'::"FutureUsage" END, n % 6 = 0, pid || '_secret_' || substr(md5('hs' || n), 1, 20)
FROM (SELECT n, 'pay_' || substr(md5('hp' || n), 1, 20) AS pid, CASE WHEN n > 84 THEN 'processing' WHEN n % 9 = 0 THEN 'failed' WHEN n % 11 = 0 THEN 'requires_payment_method' WHEN n % 17 = 0 THEN 'requires_customer_action' ELSE 'succeeded' END AS st, (now() AT TIME ZONE 'UTC') - (91 - n) * interval '38 min' AS t FROM generate_series(1, 90) n) x;
INSERT INTO payment_attempt (payment_id, merchant_id, txn_id, status, amount, currency, connector, error_message, payment_method, redirect, connector_transaction_id, capture_method, confirm, authentication_type, created_at, modified_at, last_synced)
SELECT payment_id, merchant_id, payment_id || '_1', (CASE status WHEN 'succeeded' THEN 'charged' WHEN 'failed' THEN 'failure' WHEN 'processing' THEN 'pending' WHEN 'requires_customer_action' THEN 'pending_vbv' ELSE 'payment_method_awaited' END)::"AttemptStatus", amount, currency, (ARRAY['stripe', 'adyen', 'checkout'])[1 + id % 3],
       CASE WHEN status = 'failed' THEN 'Your card was declined.' END, 'card', id % 5 = 0, CASE WHEN status IN ('succeeded', 'failed') THEN 'pi_' || substr(md5('hx' || id), 1, 24) END, 'automatic', status <> 'requires_payment_method', CASE WHEN id % 5 = 0 THEN 'three_ds'::"AuthenticationType" ELSE 'no_three_ds' END, created_at + interval '1 s', modified_at, last_synced
FROM payment_intent;
INSERT INTO refund (internal_reference_id, refund_id, payment_id, merchant_id, transaction_id, connector, pg_refund_id, refund_type, total_amount, currency, refund_amount, refund_status, sent_to_gateway, refund_error_message, created_at, modified_at, description)
SELECT 'ref_int_' || id, 'ref_' || substr(md5('hr' || id), 1, 20), payment_id, merchant_id, payment_id || '_1', 'stripe', CASE WHEN id % 8 <> 0 THEN 're_' || substr(md5('hg' || id), 1, 24) END, 'regular_refund', amount, currency, amount / (1 + id % 2), (CASE WHEN id % 8 = 0 THEN 'pending' WHEN id % 13 = 0 THEN 'failure' ELSE 'success' END)::"RefundStatus", id % 16 <> 0, CASE WHEN id % 13 = 0 THEN 'Charge has already been refunded.' END, created_at + interval '5 h', created_at + interval '5 h 3 s', 'customer request'
FROM payment_intent WHERE status = 'succeeded' AND id % 3 <> 1;
