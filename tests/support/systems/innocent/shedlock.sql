CREATE TABLE shedlock (
  name varchar(64) NOT NULL,
  lock_until timestamp NOT NULL,
  locked_at timestamp NOT NULL,
  locked_by varchar(255) NOT NULL,
  PRIMARY KEY (name)
);
INSERT INTO shedlock
SELECT n, CASE WHEN o%6=0 THEN l + interval '15 minutes' ELSE l + (o*0.7)*interval '1 second' END, l, 'billing-'||(ARRAY['7c9f6d5b8-x2k4q','7c9f6d5b8-m8ndz','7c9f6d5b8-t5wvp'])[1+o%3]
FROM unnest(ARRAY['expireReservations','sendInvoiceMails','syncExchangeRates','closeStaleCarts','retryFailedPayments','publishOutboxEvents','cleanupIdempotencyKeys','importBankStatements','rotateApiKeys','refreshMaterializedViews','archiveOrders','dailyRevenueReport','purgeAuditLog','renewSubscriptions','pollCourierStatus','recalculateLimits','warmCatalogCache','reconcileLedger','deleteExpiredTokens','exportToWarehouse','checkCertificates','remindUnpaid','aggregateUsage','pingPartners']) WITH ORDINALITY u(n,o)
CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'utc') - CASE WHEN o%6=0 THEN interval '40 seconds' ELSE o*interval '17 minutes' END l) s;
