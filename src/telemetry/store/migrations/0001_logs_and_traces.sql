-- The column names are those of the OpenTelemetry Collector's ClickHouse exporter, so that its readers
-- (Grafana, HyperDX) work on these tables; ProjectId, RetentionDays and ReceivedAt are ours.
-- A row expires with its whole part: RetentionDays is in the partition key, and TTL drops parts only.
CREATE TABLE IF NOT EXISTS otel_logs (
  ProjectId UUID CODEC(ZSTD(1)),
  RetentionDays UInt16 DEFAULT 30,
  ReceivedAt DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ResourceSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  ScopeName LowCardinality(String) CODEC(ZSTD(1)),
  ScopeVersion LowCardinality(String) CODEC(ZSTD(1)),
  ScopeAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ScopeSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimestampTime DateTime DEFAULT toDateTime(Timestamp),
  ObservedTimestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TraceId String CODEC(ZSTD(1)),
  SpanId String CODEC(ZSTD(1)),
  TraceFlags UInt8,
  SeverityText LowCardinality(String) CODEC(ZSTD(1)),
  SeverityNumber UInt8,
  Body String CODEC(ZSTD(1)),
  LogAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  EventName LowCardinality(String) CODEC(ZSTD(1)),
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_log_attr_key mapKeys(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX idx_log_attr_value mapValues(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX idx_body Body TYPE text(tokenizer = 'splitByNonAlpha', preprocessor = lower(Body))
) ENGINE = MergeTree
PARTITION BY (toDate(TimestampTime), RetentionDays)
PRIMARY KEY (ProjectId, toStartOfFiveMinutes(TimestampTime), ServiceName)
ORDER BY (ProjectId, toStartOfFiveMinutes(TimestampTime), ServiceName, Timestamp)
TTL TimestampTime + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, fsync_after_insert = 1,
  fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS otel_traces (
  ProjectId UUID CODEC(ZSTD(1)),
  RetentionDays UInt16 DEFAULT 30,
  ReceivedAt DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ResourceSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  ScopeName LowCardinality(String) CODEC(ZSTD(1)),
  ScopeVersion LowCardinality(String) CODEC(ZSTD(1)),
  ScopeAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ScopeSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Duration UInt64 CODEC(ZSTD(1)),
  TraceId String CODEC(ZSTD(1)),
  SpanId String CODEC(ZSTD(1)),
  ParentSpanId String CODEC(ZSTD(1)),
  TraceState String CODEC(ZSTD(1)),
  SpanName LowCardinality(String) CODEC(ZSTD(1)),
  SpanKind LowCardinality(String) CODEC(ZSTD(1)),
  StatusCode LowCardinality(String) CODEC(ZSTD(1)),
  StatusMessage String CODEC(ZSTD(1)),
  SpanAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  Events Nested (
    Timestamp DateTime64(9),
    Name LowCardinality(String),
    Attributes Map(LowCardinality(String), String)
  ) CODEC(ZSTD(1)),
  Links Nested (
    TraceId String,
    SpanId String,
    TraceState String,
    Attributes Map(LowCardinality(String), String)
  ) CODEC(ZSTD(1)),
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_span_attr_key mapKeys(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX idx_span_attr_value mapValues(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX idx_duration Duration TYPE minmax GRANULARITY 1
) ENGINE = MergeTree
PARTITION BY (toDate(Timestamp), RetentionDays)
PRIMARY KEY (ProjectId, toStartOfFiveMinutes(Timestamp), ServiceName, SpanName)
ORDER BY (ProjectId, toStartOfFiveMinutes(Timestamp), ServiceName, SpanName, Timestamp)
TTL toDateTime(Timestamp) + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, fsync_after_insert = 1,
  fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS otel_traces_trace_id_ts (
  ProjectId UUID,
  TraceId String CODEC(ZSTD(1)),
  Start SimpleAggregateFunction(min, DateTime) CODEC(ZSTD(1)),
  End SimpleAggregateFunction(max, DateTime) CODEC(ZSTD(1)),
  RetentionDays UInt16
) ENGINE = AggregatingMergeTree
PARTITION BY (toDate(Start), RetentionDays)
PRIMARY KEY (ProjectId, TraceId)
ORDER BY (ProjectId, TraceId, RetentionDays)
TTL Start + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS otel_traces_trace_id_ts_mv TO otel_traces_trace_id_ts AS
SELECT ProjectId, TraceId, toDateTime(min(Timestamp)) AS Start, toDateTime(max(Timestamp)) AS End, RetentionDays
FROM otel_traces
WHERE TraceId != ''
GROUP BY ProjectId, TraceId, RetentionDays;

CREATE TABLE IF NOT EXISTS wk_red_1m (
  ProjectId UUID,
  Minute DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String),
  SpanName LowCardinality(String),
  SpanKind LowCardinality(String),
  Calls SimpleAggregateFunction(sum, UInt64),
  Errors SimpleAggregateFunction(sum, UInt64),
  DurationSum SimpleAggregateFunction(sum, UInt64),
  Latency AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), UInt64),
  RetentionDays UInt16
) ENGINE = AggregatingMergeTree
PARTITION BY (toStartOfMonth(Minute), RetentionDays)
ORDER BY (ProjectId, Minute, ServiceName, SpanName, SpanKind, RetentionDays)
TTL Minute + toIntervalDay(RetentionDays * 4)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS wk_red_1m_mv TO wk_red_1m AS
SELECT ProjectId, toStartOfMinute(toDateTime(Timestamp)) AS Minute, ServiceName, SpanName, SpanKind,
  count() AS Calls, countIf(StatusCode = 'Error') AS Errors, sum(Duration) AS DurationSum,
  quantilesTDigestState(0.5, 0.95, 0.99)(Duration) AS Latency, RetentionDays
FROM otel_traces
WHERE SpanKind IN ('Server', 'Consumer') OR ParentSpanId = ''
GROUP BY ProjectId, Minute, ServiceName, SpanName, SpanKind, RetentionDays;

CREATE TABLE IF NOT EXISTS wk_log_1m (
  ProjectId UUID,
  Minute DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String),
  SeverityText LowCardinality(String),
  Rows SimpleAggregateFunction(sum, UInt64),
  Bytes SimpleAggregateFunction(sum, UInt64),
  RetentionDays UInt16
) ENGINE = AggregatingMergeTree
PARTITION BY (toStartOfMonth(Minute), RetentionDays)
ORDER BY (ProjectId, Minute, ServiceName, SeverityText, RetentionDays)
TTL Minute + toIntervalDay(RetentionDays * 4)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS wk_log_1m_mv TO wk_log_1m AS
SELECT ProjectId, toStartOfMinute(TimestampTime) AS Minute, ServiceName, SeverityText,
  count() AS Rows, sum(length(Body)) AS Bytes, RetentionDays
FROM otel_logs
GROUP BY ProjectId, Minute, ServiceName, SeverityText, RetentionDays;
