-- Unlogged: it holds drafts that nobody saved, for seconds, which belong in no backup.
CREATE UNLOGGED TABLE "monitor_test" (
    "id" UUID NOT NULL,
    "sealed_input" BYTEA NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),
    "sealed_result" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "monitor_test_pkey" PRIMARY KEY ("id")
);
