import { copyFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readFixture } from "../convert/fixtures.ts"
import { readText } from "../../src/cli/read-text.ts"
import { makeFolder, run } from "./watchkeeper.ts"

/** The command as a person and a script see it; it needs no database. */

const held = { path: "", remove: () => Promise.resolve() }
beforeAll(async () => Object.assign(held, await makeFolder()))
afterAll(() => held.remove())

const fixture = (name: string) => join(import.meta.dirname, "../convert/fixtures", name)
const convert = (...args: string[]) => run(["monitor", "convert", ...args], {})

test("a conversion shows what becomes what, then each monitor's losses under its name", async () => {
  const path = join(held.path, "it's mine.yaml")
  await copyFile(fixture("blackbox.yaml"), path)
  const { code, stdout, stderr } = await convert(path)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout.replace(held.path, "FOLDER")).toMatchInlineSnapshot(`
    "Prometheus blackbox: 12 monitors in the export, 9 to import, 3 left out.

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

    Left out
      db.example (tcp_connect)
        The export does not tell its port.
      grpc.example:443 (grpc)
        The prober "grpc" has no counterpart here.
      what.example (unheard)
        The module "unheard" is unknown: put blackbox.yml behind prometheus.yml and convert again.

    Not quite the same
      https://shop.example/, plain.example:8080, https://api.example/
        Conditions of the module "http_strict" were left out: fail_if_body_not_matches_regexp.
        Its timeout is 7.5 s there, rounded up to 8 s.
        1 request header was left out: set it by hand.
        What it sends as a body was left out: set it by hand.
        How it signs in was left out: set a header named Authorization by hand.
        Faults of the certificate are ignored there; here they make a check fail.
      https://api.example/
        A user name or password stood in its address and was left out: set a header named Authorization by hand.
      9.9.9.9, [2620:fe::fe]:5353
        What it expects of the answer (valid_rcodes) was left out.
      mail.example:25
        What the module "smtp_banner" says and expects was left out; here the connection counts.

    Beside the monitors
      The interval of the job "sites" is 15 s there; the shortest here is 1m.
      1 job that scrapes metrics without a probe was left out.
      The job "files" reads targets from "targets/*.json": put these behind prometheus.yml and convert again.
      The job "files" finds targets by kubernetes_sd_configs: they are not in the file.

    \`watchkeeper monitor import 'FOLDER/it'\\''s mine.yaml' --from blackbox --dry-run\` shows what an import would do.
    "
  `)
})

test("for a script it is one object with document and notes", async () => {
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
          "detail": "Its grace is 90 s there, here 2 min.",
          "kind": "lossy",
          "name": "Beat",
          "pointer": "#/0/1",
          "source_type": "Heartbeat",
        },
        {
          "detail": "An import makes a new heartbeat address: let the job call that one.",
          "kind": "lossy",
          "name": "Beat",
          "pointer": "#/0/1",
          "source_type": "Heartbeat",
        },
      ],
    }
  `)
})

test("a file that PowerShell or a spreadsheet wrote is read as well, whichever half comes first", async () => {
  const path = join(held.path, "utf16.json")
  const bytes = Buffer.from(`\uFEFF${readFixture("freshping.json")}`, "utf16le")
  for (const written of [bytes, Buffer.from(bytes).swap16()]) {
    await writeFile(path, written)
    expect(await readText(path)).toBe(readFixture("freshping.json"))
  }
})

test("a file that is none, or no text, is refused with what to do", async () => {
  const packed = join(held.path, "export.json.gz")
  const binary = join(held.path, "binary")
  await writeFile(packed, Buffer.from([0x1f, 0x8b, 8, 0]))
  await writeFile(binary, Buffer.from([0xc3, 0x28, 0, 1]))
  const refusals = [held.path, packed, binary].map((path) =>
    readText(path).catch((error: Error) => error.message.replace(held.path, "FOLDER")),
  )
  expect(await Promise.all(refusals)).toMatchInlineSnapshot(`
    [
      "This is a folder and no file: FOLDER.",
      "The file FOLDER/export.json.gz is packed. Unpack it first.",
      "The file FOLDER/binary is not text in UTF-8. Save it as UTF-8 first.",
    ]
  `)
})

test("what cannot be converted is refused for a person and for a script", async () => {
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
        "There is no file FOLDER/nothing.json.
    ",
      ],
      [
        1,
        "",
        "{"error":{"code":"validation_failed","message":"This is no export of Pingdom: expected an answer of its API with \\"checks\\" or \\"check\\". It looks like one of Checkly.","errors":[]}}
    ",
      ],
    ]
  `)
})
