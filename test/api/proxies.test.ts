import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { request as askPlainly } from "node:http"
import { request } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { WebSocket } from "ws"
import { issue } from "../../src/cli/demo/certificate.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { addDomain } from "../../src/graphql/status-pages/status-page/add-domain.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { ensureProgram } from "../support/apt.ts"
import { freePort } from "../support/port.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { makeProject } from "../support/world.ts"

// The proxies' configuration in docs/deploy, with Debian's nginx and Caddy in front of a real server.

const host = "watch.example.org"
const api = useApi({ ...apiEnv, BASE_URL: `https://${host}`, TRUSTED_PROXIES: ["127.0.0.1"] })
const { world } = api
const docs = new URL("../../docs/deploy/", import.meta.url)

type Proxy = { port: number; plainPort: number }

/** Replaces each part of a file in docs/deploy; one that is missing fails the test. */
async function configOf(name: string, parts: [string, string][]): Promise<string> {
  const text = await readFile(new URL(name, docs), "utf8")
  return parts.reduce((changed, [part, by]) => {
    expect(changed).toContain(part)
    return changed.replaceAll(part, by)
  }, text)
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-proxy-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a proxy until the test ends, and waits until it answers. */
async function run(command: string[], env: Record<string, string>, { port }: Proxy): Promise<void> {
  const [program = "", ...args] = command
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: "pipe" })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text))
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    await ended
  })
  await soon(async () => {
    if (child.exitCode !== null) throw new Error(said)
    return (await visit(port, host, "/api/health/live")).status
  }).toBe(200)
}

type Answer = { status: number; text: string; location: string | undefined }

/** A request of a visitor; the test is not about who signed the certificate. */
function visit(port: number, name: string, path: string) {
  const headers = { host: name, accept: "text/html" }
  const options = { host: "127.0.0.1", port, path, servername: name, rejectUnauthorized: false }
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ ...options, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      const { statusCode: status = 0 } = response
      response.on("end", () => resolve({ status, text, location: response.headers.location }))
      response.on("error", reject)
    })
    sent.on("error", reject)
    sent.end()
  })
}

const query = (projectId: string) =>
  `subscription { incidentChanged(projectId: "${projectId}") { incident { title } } }`

/** What a subscription over server-sent events has said so far. */
function listenToEvents(port: number, projectId: string, authorization: string) {
  const heard = { text: "" }
  const headers = {
    host,
    authorization,
    accept: "text/event-stream",
    "content-type": "application/json",
  }
  const options = { host: "127.0.0.1", port, servername: host, rejectUnauthorized: false }
  const sent = request(
    { ...options, path: "/graphql", method: "POST", headers },
    (response) =>
      void response.setEncoding("utf8").on("data", (chunk: string) => (heard.text += chunk)),
  )
  // The test ends it while it is open.
  sent.on("error", () => undefined)
  sent.end(JSON.stringify({ query: query(projectId) }))
  onTestFinished(() => void sent.destroy())
  return heard
}

/** The same over a WebSocket. */
async function listenToSocket(port: number, projectId: string, authorization: string) {
  const heard = { text: "" }
  const options = { headers: { host }, servername: host, rejectUnauthorized: false }
  const socket = new WebSocket(`wss://127.0.0.1:${port}/graphql`, "graphql-transport-ws", options)
  socket.on("message", (data) => (heard.text += (data as Buffer).toString()))
  await once(socket, "open")
  onTestFinished(() => socket.terminate())
  socket.send(JSON.stringify({ type: "connection_init", payload: { authorization } }))
  await soon(() => heard.text).toContain("connection_ack")
  const payload = { query: query(projectId) }
  socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }))
  return heard
}

/** What people and programs need of a proxy: pages, redirects, events at once, sockets and who the visitor is. */
async function useService({ port, plainPort }: Proxy) {
  const first = await visit(port, host, "/")
  const plain = await new Promise<Answer>((resolve, reject) => {
    const options = { host: "127.0.0.1", port: plainPort, path: "/docs", headers: { host } }
    const sent = askPlainly(options, (response) => {
      response.resume()
      const { statusCode: status = 0, headers } = response
      resolve({ status, text: "", location: headers.location })
    })
    sent.on("error", reject)
    sent.end()
  })

  const { id: projectId } = await makeProject(world)
  const { authorization } = await makeKey(world, projectId)
  const events = listenToEvents(port, projectId, authorization)
  const socket = await listenToSocket(port, projectId, authorization)
  // Declared again until both have subscribed; thirty events are too few to fill a proxy's buffer.
  let times = 0
  const declare = async () => {
    times += 1
    await declareIncident(world.system, { projectId, title: `Outage ${times}` })
    return [events.text, socket.text].every((text) => text.includes("Outage "))
  }
  await expect.poll(declare, { interval: 1000 }).toBe(true)
  return { first, redirect: [plain.status, plain.location] }
}

test("nginx.conf serves pages, redirects to TLS, and passes events and sockets on at once", async () => {
  const program = await ensureProgram("nginx", "nginx")
  const folder = await makeFolder()
  const proxy = { port: await freePort(), plainPort: await freePort() }
  const { cert, key } = issue({ name: host, names: [host] })
  await writeFile(join(folder, "cert.pem"), cert)
  await writeFile(join(folder, "key.pem"), key)
  const live = `/etc/letsencrypt/live/${host}`
  const server = await configOf("nginx.conf", [
    ["127.0.0.1:3000", new URL(api.address).host],
    ["listen 80;", `listen 127.0.0.1:${proxy.plainPort};`],
    ["listen 443 ssl", `listen 127.0.0.1:${proxy.port} ssl`],
    [`${live}/fullchain.pem`, join(folder, "cert.pem")],
    [`${live}/privkey.pem`, join(folder, "key.pem")],
  ])
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n")
  const user = process.getuid?.() === 0 ? "user root;" : ""
  const config = `${user}\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${folders}\n${server}\n}\n`
  await writeFile(join(folder, "nginx.conf"), config)
  const words = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]
  await run([program, ...words, "-g", "daemon off;"], {}, proxy)
  const { first, redirect } = await useService(proxy)
  expect(first).toMatchObject({ status: 200, text: expect.stringMatching(/<!doctype html>/i) })
  expect(redirect).toEqual([301, `https://${host}/docs`])
})

test("the Caddyfile does too, and gets certificates for the domains of status pages only", async () => {
  const program = await ensureProgram("caddy", "caddy")
  const folder = await makeFolder()
  const proxy = { port: await freePort(), plainPort: await freePort() }
  const { page } = await makePublicPage(world, { name: "Acme Cloud" })
  const own = "status.acme.example"
  await addDomain(world.system, { statusPageId: page.id, host: own })
  await world.services.database.pool.query(
    "update status_page_domain set verified_host = host where host = $1",
    [own],
  )
  // Caddy's own authority stands for the public one, which cannot reach loopback.
  const options = `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port ${proxy.plainPort}\n\thttps_port ${proxy.port}\n`
  const config = await configOf("Caddyfile", [
    ["127.0.0.1:3000", new URL(api.address).host],
    ["grace_period 10s", "grace_period 1s"],
  ])
  expect(config).toMatch(/^\{\n/)
  await writeFile(join(folder, "Caddyfile"), config.replace(/^\{\n/, options))
  const words = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")]
  await run([program, ...words], { HOME: folder, XDG_DATA_HOME: folder }, proxy)
  const { first, redirect } = await useService(proxy)
  expect(first).toMatchObject({ status: 200, text: expect.stringMatching(/<!doctype html>/i) })
  expect(redirect).toEqual([308, `https://${host}/docs`])

  await soon(async () => (await visit(proxy.port, own, "/")).text).toContain("Acme Cloud")
  await expect(visit(proxy.port, "other.example", "/")).rejects.toThrow(/alert|SSL|TLS/)
})
