CREATE TABLE pending_payouts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), order_id varchar(64) UNIQUE NOT NULL, user_id uuid NOT NULL, amount_inr numeric(20, 2) NOT NULL, beneficiary_name varchar(255) NOT NULL, account_number varchar(50) NOT NULL, ifsc varchar(20) NOT NULL, gateway_transaction_id varchar(255), wallet_transaction_id uuid, status varchar(50) NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED', 'EXPIRED')), created_at timestamptz DEFAULT CURRENT_TIMESTAMP, completed_at timestamptz
);
CREATE INDEX idx_pending_payouts_user_id ON pending_payouts (user_id);
CREATE INDEX idx_pending_payouts_status ON pending_payouts (status);
INSERT INTO pending_payouts (order_id, user_id, amount_inr, beneficiary_name, account_number, ifsc, gateway_transaction_id, wallet_transaction_id, status, created_at, completed_at)
SELECT 'PAYOUT-' || 1700000000 + g || '-' || left(md5('o' || g), 6), md5('u' || g % 20)::uuid, 500 + g, 'Person ' || g % 20, '00' || 1234500000 + g % 20, 'HDFC000' || g % 9, 'XP' || 900000 + g, md5('wt' || g)::uuid, st, c, CASE WHEN st <> 'PENDING' THEN c + interval '4 minutes' END
FROM (SELECT g, CASE WHEN g <= 12 THEN 'PENDING' WHEN g % 12 = 0 THEN 'FAILED' WHEN g % 35 = 0 THEN 'EXPIRED' ELSE 'SUCCESS' END AS st, CASE WHEN g <= 6 THEN now() - g * interval '20 seconds' WHEN g <= 12 THEN now() - interval '16 hours' ELSE now() - g * interval '3 hours' END AS c FROM generate_series(1, 110) g) s;
