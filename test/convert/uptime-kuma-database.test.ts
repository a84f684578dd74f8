import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, expect, test } from "vitest"
import { convert } from "../../src/convert/convert.ts"
import { readKumaDatabase } from "../../src/convert/uptime-kuma-database.ts"
import { makeKumaDatabase } from "../support/kuma.ts"
import { describeResult } from "./fixtures.ts"

const folder = mkdtempSync(join(tmpdir(), "kuma-"))
afterAll(() => rmSync(folder, { recursive: true }))

test("monitors, tags and groups are read with what is only in the log, and the rest is noted", async () => {
  const { path } = makeKumaDatabase(folder)
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
  const { path, database } = makeKumaDatabase(folder, "cut.db")
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
