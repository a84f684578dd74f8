import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** Databases as Uptime Kuma 2 makes them: the columns that it has added over time, in WAL mode. */

const schema = `
  create table monitor (
    id integer primary key autoincrement, name varchar(150), active boolean not null default 1,
    user_id integer, "interval" integer not null default 20, url text, type varchar(20),
    weight integer default 2000, hostname varchar(255), port integer,
    created_date datetime not null default (datetime('now')), keyword varchar(255),
    maxretries integer not null default 0, ignore_tls boolean not null default 0,
    upside_down boolean not null default 0, maxredirects integer not null default 10,
    accepted_statuscodes_json text not null default '["200-299"]', dns_resolve_type varchar(5),
    dns_resolve_server varchar(255), dns_last_result varchar(255),
    retry_interval integer not null default 0, push_token varchar(20) default null,
    method text not null default 'GET', body text default null, headers text default null,
    basic_auth_user text default null, basic_auth_pass text default null, docker_host integer,
    docker_container varchar(255), proxy_id integer, expiry_notification boolean default 1,
    auth_method varchar(250), grpc_enable_tls boolean not null default 0,
    resend_interval integer not null default 0, packet_size integer not null default 56,
    http_body_encoding varchar(25), description text, tls_ca text, tls_cert text, tls_key text,
    parent integer, invert_keyword boolean not null default 0, json_path text,
    expected_value varchar(255), json_path_operator varchar(255), timeout double not null default 0,
    gamedig_given_port_only boolean not null default 1, cache_bust boolean not null default 0,
    conditions text not null default '[]', rabbitmq_nodes text, ip_family varchar(4),
    ping_count integer not null default 1, ping_numeric boolean not null default 1,
    ping_per_request_timeout integer not null default 2, bearer_token text,
    ntp_stratum_threshold integer default 5, save_response boolean not null default 0,
    save_error_response boolean not null default 1,
    response_max_length integer not null default 1024, manual_status smallint,
    retry_only_on_status_code_failure boolean not null default 0,
    domain_expiry_notification boolean default 0, kafka_producer_brokers text
  );
  create table tag (id integer primary key, name varchar(255), color varchar(255));
  create table monitor_tag (id integer primary key, monitor_id integer, tag_id integer, value text);
  create table notification (id integer primary key, name varchar(255), config text);
  create table status_page (id integer primary key, slug varchar(255));
  create table maintenance (id integer primary key, title varchar(150));
  create table proxy (id integer primary key, host varchar(255));
  create table docker_host (id integer primary key, name varchar(255));
  create table heartbeat (id integer primary key, monitor_id integer);
`

const insert = (row: Record<string, string | number>) => {
  const values = Object.values(row).map((one) => (typeof one === "number" ? one : `'${one}'`))
  const names = Object.keys(row).map((one) => `"${one}"`)
  return `insert into monitor (${names.join()}) values (${values.join()});`
}

const content = [
  insert({ id: 1, name: "Sites", type: "group", interval: 60 }),
  insert({ id: 2, name: "Berlin", type: "group", interval: 60, parent: 1, active: 0 }),
  insert({
    id: 3,
    name: "Shop",
    type: "http",
    url: "https://shop.example/",
    interval: 60,
    parent: 1,
    maxretries: 2,
    retry_interval: 60,
    timeout: 48,
    accepted_statuscodes_json: '["200-299","404"]',
    basic_auth_pass: "S3CR3T",
    headers: '{"X-Key": "S3CR3T"}',
  }),
  insert({
    id: 4,
    name: "Word",
    type: "keyword",
    url: "https://shop.example/",
    keyword: "error",
    invert_keyword: 1,
    interval: 60,
    retry_interval: 60,
    parent: 2,
  }),
  insert({
    id: 5,
    name: "Door",
    type: "port",
    hostname: "a.example",
    port: 22,
    interval: 60,
    retry_interval: 60,
    active: 0,
  }),
  insert({
    id: 6,
    name: "Job",
    type: "push",
    push_token: "S3CR3T",
    interval: 300,
    retry_interval: 60,
  }),
  insert({ id: 7, name: "Backwards", type: "ping", hostname: "b.example", upside_down: 1 }),
  insert({ id: 8, name: "Web shop", type: "docker", docker_container: "shop", docker_host: 1 }),
  "insert into tag values (1, 'prod', '#fff'); insert into monitor_tag values (1, 3, 1, 'eu');",
  "insert into notification values (1, 'mail', '{\"smtpPassword\":\"S3CR3T\"}');",
  "insert into status_page values (1, 'a'), (2, 'b'); insert into maintenance values (1, 'a');",
  "insert into proxy values (1, 'p'); insert into docker_host values (1, 'd');",
  "insert into heartbeat (monitor_id) values (3), (3), (3);",
].join("\n")

/** A database with eight monitors, of which four have an equivalent; they are only in its log until it is closed. */
export function makeKumaDatabase(folder: string, name = "kuma.db") {
  const path = join(folder, name)
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = wal; ${schema}; pragma wal_checkpoint(truncate); ${content}`)
  return { path, database }
}
