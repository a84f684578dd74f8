import { copyFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readFixture } from "../convert/fixtures.ts"
import { readText } from "../../src/cli/read-text.ts"
import { makeFolder, run } from "./watchkeeper.ts"

/** The command as people and scripts use it; it needs no database. */

const held = { path: "", remove: () => Promise.resolve() }
beforeAll(async () => Object.assign(held, await makeFolder()))
afterAll(() => held.remove())

const fixture = (name: string) => join(import.meta.dirname, "../convert/fixtures", name)
const convert = (...args: string[]) => run(["monitor", "convert", ...args], {})

test("shows the converted monitors, then each monitor's losses under its name", async () => {
  const path = join(held.path, "it's mine.yaml")
  await copyFile(fixture("blackbox.yaml"), path)
  const { code, stdout, stderr } = await convert(path)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout.replace(held.path, "FOLDER")).toMatchInlineSnapshot(`
    "Prometheus blackbox: 12 monitors in the export, 9 to import, 3 dropped.

    name                   type  every  target
    https://shop.example/  http  1m     https://shop.example/
    plain.example:8080     http  1m     http://plain.example:8080
    https://api.example/   http  1m     https://api.example/
    db.example:5432        tcp   5m     db.example:5432
    [2001:db8::1]:22       tcp   5m     [2001:db8::1]:22
    gw.example             ping  1h     gw.example
    9.9.9.9                dns   1h     shop.example SOA
    [2620:fe::fe]:5353     dns   1h     shop.example SOA
    mail.example:25        tcp   1h     mail.example:25

    Dropped
      db.example (tcp_connect)
        The export does not contain its port.
      grpc.example:443 (grpc)
        The prober "grpc" is not supported.
      what.example (unheard)
        The module "unheard" is not among those of the export: append the blackbox.yml that has it and convert again.

    Differences
      https://shop.example/, plain.example:8080, https://api.example/
        1 request header was not imported: add it by hand.
        Its request body was not imported: add it by hand.
        Its credentials were not imported: add an Authorization header by hand.
        It ignores certificate errors, but here they fail the check.
        Its timeout is 7.5 s and was rounded up to 8 s.
      https://api.example/
        The user name or password in its URL was removed: add an Authorization header by hand.
      mail.example:25
        Its queries and expected responses were not imported; only the connection is checked.

    Not monitors
      The job "sites" has no relabel_configs: its targets themselves were imported.
      The interval of the job "sites" is 15 s, but the minimum is 1m.
      The job "doors" has no relabel_configs: its targets themselves were imported.
      The job "mixed" has no relabel_configs: its targets themselves were imported.
      1 job that scrapes metrics without a probe was not imported.
      The job "files" reads targets from "targets/*.json": append these files to prometheus.yml and convert again.
      The job "files" discovers targets by kubernetes_sd_configs, which are not in the file.

    \`node bin/watchkeeper.js monitor import 'FOLDER/it'\\''s mine.yaml' --from blackbox --dry-run\` shows what an import would do.
    "
  `)
})

test("prints one object with document and notes for scripts", async () => {
  const input = readFixture("hetrixtools-v1.json")
  const { stdout } = await run(["monitor", "convert", "-", "--json"], {}, { input })
  expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
    {
      "document": {
        "monitors": [
          {
            "assertions": [
              {
                "comparison": "contains",
                "kind": "body",
                "value": "Welcome",
              },
            ],
            "failure_threshold": 2,
            "labels": [
              "Live",
            ],
            "monitor_type": "http",
            "monitoring_interval": "1m",
            "name": "Shop",
            "request_timeout_seconds": 10,
            "url": "https://shop.example",
          },
          {
            "heartbeat_grace_minutes": 2,
            "heartbeat_interval_minutes": 60,
            "monitor_type": "heartbeat",
            "name": "Beat",
          },
        ],
        "version": 1,
      },
      "notes": [
        {
          "detail": "2 monitors in the export of HetrixTools: 2 in the document.",
          "kind": "general",
          "name": null,
          "source_type": null,
        },
        {
          "detail": "Its grace period is 90 s and was changed to 2 min.",
          "kind": "lossy",
          "name": "Beat",
          "pointer": "#/0/1",
          "source_type": "Heartbeat",
        },
        {
          "detail": "The import creates a new ping URL: update the job to call it.",
          "kind": "lossy",
          "name": "Beat",
          "pointer": "#/0/1",
          "source_type": "Heartbeat",
        },
      ],
    }
  `)
})

test("reads files written by PowerShell or a spreadsheet, in either byte order", async () => {
  const path = join(held.path, "utf16.json")
  const bytes = Buffer.from(`\uFEFF${readFixture("freshping.json")}`, "utf16le")
  for (const written of [bytes, Buffer.from(bytes).swap16()]) {
    await writeFile(path, written)
    expect(await readText(path)).toBe(readFixture("freshping.json"))
  }
})

test("refuses a missing file and one that is not text, and says what to do", async () => {
  const packed = join(held.path, "export.json.gz")
  const binary = join(held.path, "binary")
  await writeFile(packed, Buffer.from([0x1f, 0x8b, 8, 0]))
  await writeFile(binary, Buffer.from([0xc3, 0x28, 0, 1]))
  const refusals = [held.path, packed, binary].map((path) =>
    readText(path).catch((error: Error) => error.message.replace(held.path, "FOLDER")),
  )
  expect(await Promise.all(refusals)).toMatchInlineSnapshot(`
    [
      "This is a folder, not a file: FOLDER.",
      "The file FOLDER/export.json.gz is compressed. Decompress it first.",
      "The file FOLDER/binary is not UTF-8 text. Save it as UTF-8 first.",
    ]
  `)
})

test("refuses what cannot be converted, for people and for scripts", async () => {
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await convert(...args)
    return [code, stdout, stderr.replace(held.path, "FOLDER")]
  }
  expect([
    await said(join(held.path, "nothing.json")),
    await said(fixture("checkly.json"), "--from", "pingdom", "--json"),
  ]).toMatchInlineSnapshot(`
    [
      [
        2,
        "",
        "File not found: FOLDER/nothing.json.
    ",
      ],
      [
        1,
        "",
        "{"error":{"code":"validation_failed","message":"This is not an export from Pingdom: expected an API response with \\"checks\\" or \\"check\\". It looks like an export from Checkly.","errors":[]}}
    ",
      ],
    ]
  `)
})

test("fills placeholders from a file, and no output shows a value that looks secret", async () => {
  const [path, env] = [join(held.path, "sites.yml"), join(held.path, "sites.env")]
  await writeFile(
    path,
    "owner: a\nsites:\n  - { name: a, url: $SHOP/$API_TOKEN }\n  - { name: b, url: $NONE }\n",
  )
  await writeFile(env, "SHOP=https://shop.example\nAPI_TOKEN=hunter2hunter2\n")
  const { code, stdout, stderr } = await convert(path, "--env", env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toContain("https://shop.example/${API_TOKEN}")
  expect(stdout).toContain('Variables without a value: "NONE" (1 monitor).')
  expect(stdout).not.toContain("hunter")
  const json = await convert(path, "--env", env, "--json")
  expect(JSON.parse(json.stdout)).toMatchObject({
    document: { monitors: [{ url: "https://shop.example/hunter2hunter2" }] },
  })
})

test("reads the database of Uptime Kuma with the log beside it", async () => {
  const path = join(held.path, "kuma.db")
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = wal;
    create table monitor (id integer primary key, name text, type text, active integer default 1,
      hostname text, "interval" integer, accepted_statuscodes_json text default '["200-299"]');
    pragma wal_checkpoint(truncate);
    insert into monitor (name, type, hostname, "interval") values ('Router', 'ping', '192.0.2.1', 60)`)
  const { code, stdout, stderr } = await convert(path)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toContain("Router  ping  1m     192.0.2.1")
  database.close()
})
