CREATE TABLE IF NOT EXISTS otel_metrics_gauge (
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
  MetricName LowCardinality(String) CODEC(ZSTD(1)),
  MetricDescription LowCardinality(String) CODEC(ZSTD(1)),
  MetricUnit LowCardinality(String) CODEC(ZSTD(1)),
  Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  StartTimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Flags UInt32 CODEC(ZSTD(1)),
  Value Float64 CODEC(ZSTD(1)),
  Exemplars Nested (
    FilteredAttributes Map(LowCardinality(String), String),
    TimeUnix DateTime64(9),
    Value Float64,
    SpanId String,
    TraceId String
  ) CODEC(ZSTD(1)),
  INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree
PARTITION BY (toDate(TimeUnix), RetentionDays)
ORDER BY (ProjectId, MetricName, ServiceName, cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, fsync_after_insert = 1,
  fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS otel_metrics_sum (
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
  MetricName LowCardinality(String) CODEC(ZSTD(1)),
  MetricDescription LowCardinality(String) CODEC(ZSTD(1)),
  MetricUnit LowCardinality(String) CODEC(ZSTD(1)),
  Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  StartTimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Flags UInt32 CODEC(ZSTD(1)),
  Value Float64 CODEC(ZSTD(1)),
  Exemplars Nested (
    FilteredAttributes Map(LowCardinality(String), String),
    TimeUnix DateTime64(9),
    Value Float64,
    SpanId String,
    TraceId String
  ) CODEC(ZSTD(1)),
  AggregationTemporality Int32 CODEC(ZSTD(1)),
  IsMonotonic Bool CODEC(ZSTD(1)),
  INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree
PARTITION BY (toDate(TimeUnix), RetentionDays)
ORDER BY (ProjectId, MetricName, ServiceName, cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, fsync_after_insert = 1,
  fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS otel_metrics_histogram (
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
  MetricName LowCardinality(String) CODEC(ZSTD(1)),
  MetricDescription LowCardinality(String) CODEC(ZSTD(1)),
  MetricUnit LowCardinality(String) CODEC(ZSTD(1)),
  Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  StartTimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Flags UInt32 CODEC(ZSTD(1)),
  Count UInt64 CODEC(Delta(8), ZSTD(1)),
  Sum Float64 CODEC(ZSTD(1)),
  Min Float64 CODEC(ZSTD(1)),
  Max Float64 CODEC(ZSTD(1)),
  BucketCounts Array(UInt64) CODEC(ZSTD(1)),
  ExplicitBounds Array(Float64) CODEC(ZSTD(1)),
  Exemplars Nested (
    FilteredAttributes Map(LowCardinality(String), String),
    TimeUnix DateTime64(9),
    Value Float64,
    SpanId String,
    TraceId String
  ) CODEC(ZSTD(1)),
  AggregationTemporality Int32 CODEC(ZSTD(1)),
  INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree
PARTITION BY (toDate(TimeUnix), RetentionDays)
ORDER BY (ProjectId, MetricName, ServiceName, cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, fsync_after_insert = 1,
  fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS otel_metrics_exponential_histogram (
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
  MetricName LowCardinality(String) CODEC(ZSTD(1)),
  MetricDescription LowCardinality(String) CODEC(ZSTD(1)),
  MetricUnit LowCardinality(String) CODEC(ZSTD(1)),
  Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  StartTimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Flags UInt32 CODEC(ZSTD(1)),
  Count UInt64 CODEC(Delta(8), ZSTD(1)),
  Sum Float64 CODEC(ZSTD(1)),
  Min Float64 CODEC(ZSTD(1)),
  Max Float64 CODEC(ZSTD(1)),
  Scale Int32 CODEC(ZSTD(1)),
  ZeroCount UInt64 CODEC(ZSTD(1)),
  PositiveOffset Int32 CODEC(ZSTD(1)),
  PositiveBucketCounts Array(UInt64) CODEC(ZSTD(1)),
  NegativeOffset Int32 CODEC(ZSTD(1)),
  NegativeBucketCounts Array(UInt64) CODEC(ZSTD(1)),
  Exemplars Nested (
    FilteredAttributes Map(LowCardinality(String), String),
    TimeUnix DateTime64(9),
    Value Float64,
    SpanId String,
    TraceId String
  ) CODEC(ZSTD(1)),
  AggregationTemporality Int32 CODEC(ZSTD(1)),
  INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree
PARTITION BY (toDate(TimeUnix), RetentionDays)
ORDER BY (ProjectId, MetricName, ServiceName, cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, fsync_after_insert = 1,
  fsync_part_directory = 1, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS otel_metrics_summary (
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
  MetricName LowCardinality(String) CODEC(ZSTD(1)),
  MetricDescription LowCardinality(String) CODEC(ZSTD(1)),
  MetricUnit LowCardinality(String) CODEC(ZSTD(1)),
  Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  StartTimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Flags UInt32 CODEC(ZSTD(1)),
  Count UInt64 CODEC(Delta(8), ZSTD(1)),
  Sum Float64 CODEC(ZSTD(1)),
  ValueAtQuantiles Nested (Quantile Float64, Value Float64) CODEC(ZSTD(1)),
  INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree
PARTITION BY (toDate(TimeUnix), RetentionDays)
ORDER BY (ProjectId, MetricName, ServiceName, cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(RetentionDays)
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, fsync_after_insert = 1,
  fsync_part_directory = 1, non_replicated_deduplication_window = 1000;
