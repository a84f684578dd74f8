-- A live tail reads what arrived, whatever its time.
ALTER TABLE otel_logs ADD INDEX IF NOT EXISTS idx_received ReceivedAt TYPE minmax GRANULARITY 1;

ALTER TABLE otel_logs MATERIALIZE INDEX idx_received;
