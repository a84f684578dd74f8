import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, expect, test } from "vitest"
import { convert } from "../../src/convert/convert.ts"
import { readKumaDatabase } from "../../src/convert/uptime-kuma-database.ts"
import { describeResult } from "./fixtures.ts"

/** Databases as Uptime Kuma 2 makes them: the columns that it has added over time, in WAL mode. */

const folder = mkdtempSync(join(tmpdir(), "kuma-"))
afterAll(() => rmSync(folder, { recursive: true }))

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

function makeDatabase(name: string, fill: string): { path: string; database: DatabaseSync } {
  const path = join(folder, name)
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = wal; ${schema}; pragma wal_checkpoint(truncate); ${fill}`)
  return { path, database }
}

const insert = (row: Record<string, string | number>) => {
  const values = Object.values(row).map((one) => (typeof one === "number" ? one : `'${one}'`))
  const names = Object.keys(row).map((one) => `"${one}"`)
  return `insert into monitor (${names.join()}) values (${values.join()});`
}

const full = [
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

test("monitors, tags and groups are read with what is only in the log, and the rest is noted", async () => {
  const { path } = makeDatabase("kuma.db", full)
  // The monitors are not in the main file yet.
  expect(readFileSync(path).includes("shop.example")).toBe(false)
  const text = await readKumaDatabase(path)
  const conversion = convert(text, "auto")
  expect(conversion.provider).toBe("uptime-kuma")
  const words = describeResult(conversion)
  expect(words).not.toContain("S3CR3T")
  expect(words).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":3,"labels":["prod","Sites"],"assertions":[{"kind":"status","codes":"200-299,404"}]}
    {"name":"Word","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":1,"labels":["Sites","Berlin"],"assertions":[{"kind":"body","comparison":"not_contains","value":"error"}],"paused":true}
    {"name":"Door","monitor_type":"tcp","host":"a.example","port":22,"monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":1,"paused":true}
    {"name":"Job","monitor_type":"heartbeat","heartbeat_interval_minutes":5,"heartbeat_grace_minutes":0}
    general: 8 monitors in the export of Uptime Kuma: 4 in the document, 4 dropped.
    general: 1 notification in the database was not imported.
    general: 1 proxy in the database was not imported.
    general: 1 Docker host in the database was not imported.
    general: 2 status pages in the database were not imported.
    general: 1 maintenance window in the database was not imported.
    general: 3 check results in the database were not imported.
    dropped Sites [group] #/monitorList/0: A group checks nothing itself: its name is a label of its monitors.
    dropped Berlin [group] #/monitorList/1: A group checks nothing itself: its name is a label of its monitors.
    lossy Shop [http] #/monitorList/2/tags: The values of 1 tag were not imported: labels have only names.
    lossy Shop [http] #/monitorList/2/expiryNotification: Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days.
    lossy Shop [http] #/monitorList/2: 1 request header was not imported: add it by hand.
    lossy Shop [http] #/monitorList/2: Its credentials were not imported: add an Authorization header by hand.
    lossy Word [keyword] #/monitorList/3/expiryNotification: Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days.
    lossy Door [port] #/monitorList/4/expiryNotification: Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days.
    lossy Job [push] #/monitorList/5/expiryNotification: Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days.
    lossy Job [push] #/monitorList/5: The import creates a new ping URL: update the job to call it.
    dropped Backwards [ping] #/monitorList/6/upsideDown: It is inverted, which is not supported.
    dropped Web shop [docker] #/monitorList/7/type: Monitors of the type "docker" are not supported."
  `)
})

test("without the log a note says that changes are missing, and a damaged file is refused", async () => {
  const { path, database } = makeDatabase("cut.db", full)
  const alone = join(folder, "alone.db")
  copyFileSync(path, alone)
  expect(convert(await readKumaDatabase(alone), "auto").counts.source).toBe(0)
  database.exec("pragma wal_checkpoint(truncate)")
  database.close()
  const { document, notes } = convert(await readKumaDatabase(path), "auto")
  expect(document.monitors).toHaveLength(4)
  expect(notes.map(({ detail }) => detail)).toContain(
    "There was no kuma.db-wal beside the database: if Uptime Kuma was running, its latest changes are missing.",
  )
  writeFileSync(alone, readFileSync(path).subarray(0, 5000))
  await expect(readKumaDatabase(alone)).rejects.toThrow(/damaged or incomplete/)
})

test("another database, and one with a view in place of the table, are refused", async () => {
  const other = join(folder, "other.db")
  new DatabaseSync(other).exec("create table monitor (id integer)")
  await expect(readKumaDatabase(other)).rejects.toThrow("not that of Uptime Kuma")
  const view = join(folder, "view.db")
  new DatabaseSync(view).exec(
    "create view monitor as with recursive n(x) as (select 1 union all select x + 1 from n) select x as accepted_statuscodes_json from n",
  )
  await expect(readKumaDatabase(view)).rejects.toThrow("not that of Uptime Kuma")
})
