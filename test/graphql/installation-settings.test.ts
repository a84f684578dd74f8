import { randomBytes } from "node:crypto"
import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { setSettings } from "../../src/graphql/monitoring/installation/set-settings.ts"
import type { Bus } from "../../src/platform/bus/bus.ts"
import { followSettings } from "../../src/platform/follow-settings.ts"
import { createMonitorGuard } from "../../src/platform/guard.ts"
import { newId } from "../../src/platform/id.ts"
import { openServices } from "../../src/platform/services.ts"
import { ask } from "../support/ask.ts"
import { insertMonitor } from "../support/checks.ts"
import { closedPort } from "../support/listeners.ts"
import { makeMember, type Person } from "../support/people.ts"
import { startProvider } from "../support/chat.ts"
import { startSmtp } from "../support/smtp.ts"
import { startTwilio } from "../support/twilio.ts"
import { makeProject, testEnv, useWorld } from "../support/world.ts"

const { MONITOR_PRIVATE: _own, ...rest } = testEnv
const SECRET_KEY = randomBytes(32).toString("base64")
const world = useWorld({ ...rest, SECRET_KEY, given: new Set(["SSO_NAME"]) })
const held: { operator?: Person; projectId?: string } = {}
const operator = () => held.operator?.ctx ?? world.system

beforeAll(async () => {
  held.projectId = (await makeProject(world)).id
  held.operator = await makeMember(world, held.projectId, "owner", "Ada")
})

const change = `mutation ($group: InstallationSettingGroup!, $values: [InstallationSettingInput!]!, $isConfirmed: Boolean) {
  setInstallationSettings(group: $group, values: $values, isConfirmed: $isConfirmed) { hasAccounts } }`

const set = async (
  group: string,
  values: Record<string, string | null>,
  { actor = operator().actor, isConfirmed = false }: { actor?: Actor; isConfirmed?: boolean } = {},
) => {
  const list = Object.entries(values).map(([name, value]) => ({ name, value }))
  const { errors } = await ask(world, actor, change, { group, values: list, isConfirmed })
  return errors.map(({ code, message }) => `${String(code)}: ${message}`)[0] ?? "set"
}

/** Another process with the same database, which hears nothing from the others. */
async function startDeafProcess() {
  const deaf: Bus = {
    publish: () => Promise.resolve(),
    subscribe: () => () => undefined,
    onGap: () => () => undefined,
    isUp: () => true,
    ping: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  }
  const services = { ...world.services, env: { ...world.services.env }, bus: deaf }
  onTestFinished(await followSettings(services))
  return services
}

const client = (url: string) => url.replace("//", "//client:secret@")

const area = async (name: string) =>
  (
    await ask(
      world,
      operator().actor,
      `mutation { testInstallation(area: ${name}) { isWorking detail } }`,
    )
  ).data?.["testInstallation"]

const within5Seconds = { timeout: 5000 }

test("only the operator may, in person, and with the second factor that the account has", async () => {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner", "Bo")
  const mail = { MAIL_FROM: "alerts@watch.example" }
  const refused = /^insufficient_scope: Only the operator of this installation/
  expect(await set("MAIL", mail, { actor: owner.ctx.actor })).toMatch(refused)
  expect(await set("MAIL", mail, { actor: { kind: "anonymous" } })).toMatch(/^unauthorized/)
  const via = { ...operator().actor, via: { client: "agent", tool: "call" } } as Actor
  expect(await set("MAIL", mail, { actor: via })).toMatch(/^insufficient_scope: Change this in/)
  for (const source of [
    "{ installationSettings { name } }",
    "{ signUpEffect(rule: OPEN) { allowed { name } } }",
    "mutation { testInstallation(area: MAIL) { isWorking } }",
  ]) {
    const { errors } = await ask(world, owner.ctx.actor, source)
    expect(errors[0]?.code).toBe("insufficient_scope")
  }
  const { prisma } = world.services.database
  const { userId = "" } = held.operator ?? {}
  const passkey = await prisma.passkey.create({
    data: {
      id: newId(),
      userId,
      name: "Key",
      credentialID: newId(),
      publicKey: "",
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
      createdAt: new Date(),
    },
  })
  onTestFinished(async () => void (await prisma.passkey.delete({ where: { id: passkey.id } })))
  expect(await set("SIGN_UP", { SIGN_UP: "invited" })).toMatch(/Confirm a second factor first/)
  const strong = { ...operator().actor, isStrong: true } as Actor
  expect(await set("SIGN_UP", { SIGN_UP: "invited" }, { actor: strong })).toBe("set")
  expect(await set("SIGN_UP", { SIGN_UP: null }, { actor: strong })).toBe("set")
})

test("mail is tested, sealed, recorded without its secret, and in effect everywhere within seconds", async () => {
  const smtp = await startSmtp({ password: "very-secret" })
  onTestFinished(() => smtp.stop())
  const other = await startDeafProcess()
  // As a role opens them.
  const role = await openServices({ ...world.services.env }, world.connectionString, "notify")
  onTestFinished(() => role.close())
  const url = (password: string) => smtp.url.replace("//", `//ada:${password}@`)
  const from = { MAIL_FROM: "Watchkeeper <alerts@watch.example>" }

  expect(await set("MAIL", { SMTP_URL: "https://no", ...from })).toBe(
    "validation_failed: The input is not valid: #/SMTP_URL must be a URL that starts with smtp:// or smtps://",
  )
  expect(await set("MAIL", { SMTP_URL: url("very-secret") })).toMatch(/Set MAIL_FROM/)
  expect(await set("MAIL", { SMTP_URL: url("wrong"), ...from })).toMatch(
    /^conflict: Not saved: The mail server rejected the credentials/,
  )
  const closed = `smtp://127.0.0.1:${await closedPort()}`
  expect(await set("MAIL", { SMTP_URL: closed, ...from })).toMatch(
    /^conflict: Not saved: Could not/,
  )
  expect(await set("MAIL", { PORT: "1" })).toMatch(/must be one of SMTP_URL, MAIL_FROM/)
  const { prisma } = world.services.database
  expect(await prisma.installationSetting.count()).toBe(0)
  expect(world.services.env.SMTP_URL).toBeUndefined()

  expect(await set("MAIL", { SMTP_URL: url("very-secret"), ...from })).toBe("set")
  expect(smtp.mails.map(({ to }) => to)).toEqual([[held.operator?.email]])
  expect(world.services.env.SMTP_URL).toBe(url("very-secret"))
  await vi.waitFor(() => expect(other.env.SMTP_URL).toBe(url("very-secret")), within5Seconds)
  expect(other.env.MAIL_FROM).toBe(from.MAIL_FROM)
  await vi.waitFor(() => expect(role.env.MAIL_FROM).toBe(from.MAIL_FROM), within5Seconds)

  const rows = await prisma.installationSetting.findMany()
  expect(rows.map(({ name, changedById }) => [name, changedById])).toEqual([
    ["SMTP_URL", held.operator?.userId],
    ["MAIL_FROM", held.operator?.userId],
  ])
  const kept = rows.map(({ sealedValue }) => Buffer.from(sealedValue).toString("latin1")).join()
  expect(kept).not.toMatch(/very-secret|watch\.example/)
  const { data } = await ask(
    world,
    operator().actor,
    "{ installationSettings { name group source isSecret isSet value changedAt changedBy } }",
  )
  expect(data).toMatchObject({
    installationSettings: expect.arrayContaining([
      expect.objectContaining({
        name: "SMTP_URL",
        source: "OPERATOR",
        isSecret: true,
        value: new URL(smtp.url).host,
        changedBy: "Ada",
      }),
      expect.objectContaining({ name: "MAIL_FROM", source: "OPERATOR", value: from.MAIL_FROM }),
      expect.objectContaining({ name: "SSO_NAME", source: "ENVIRONMENT" }),
      expect.objectContaining({ name: "SIGN_UP", source: "DEFAULT", value: "first" }),
    ]),
  })
  const audit = await prisma.auditEntry.findFirstOrThrow({
    where: { projectId: held.projectId ?? "", action: "installation.settings_changed" },
    orderBy: { id: "desc" },
  })
  expect(audit.changes).toMatchObject({ MAIL_FROM: { from: null, to: from.MAIL_FROM } })
  expect(JSON.stringify([data, audit])).not.toContain("very-secret")
  const tested = await ask(
    world,
    operator().actor,
    "mutation { testInstallation(area: MAIL) { isWorking detail } }",
  )
  expect(tested.data).toMatchObject({
    testInstallation: {
      isWorking: true,
      detail: expect.stringContaining("accepted a test message"),
    },
  })

  expect(await set("MAIL", { SMTP_URL: null, MAIL_FROM: "" })).toBe("set")
  expect(world.services.env.SMTP_URL).toBeUndefined()
  await vi.waitFor(() => expect(other.env.MAIL_FROM).toBeUndefined(), within5Seconds)
})

test("the environment wins, and a stored value that is damaged or no longer valid does not apply", async () => {
  expect(await set("SIGN_ON", { SSO_NAME: "Okta" })).toBe(
    "conflict: SSO_NAME is set in the environment, which wins. Remove it there to set it here.",
  )
  const { prisma } = world.services.database
  const { vault } = world.services
  const data = [
    { name: "SSO_NAME", sealedValue: vault.seal("Okta") },
    { name: "SIGN_UP", sealedValue: vault.seal("everybody") },
    { name: "BASE_URL", sealedValue: Buffer.from("damaged") },
  ]
  await prisma.installationSetting.createMany({ data })
  const { env } = await startDeafProcess()
  expect(env).toMatchObject({
    SSO_NAME: "SSO",
    SIGN_UP: "first",
    BASE_URL: "http://localhost:3000",
  })
  await prisma.installationSetting.deleteMany()
})

test("other rules for sign-up show which monitors they allow or forbid, and ask", async () => {
  const { id: projectId } = await makeProject(world)
  const monitor = await insertMonitor(world, projectId, { name: "Router" })
  await world.services.database.prisma.monitor.updateMany({
    where: { id: monitor.id },
    data: { url: null, host: "192.168.0.1" },
  })
  const guard = createMonitorGuard(world.services.env)
  expect(guard.refuse("192.168.0.1")).toBeNull()
  const effect = "{ signUpEffect(rule: OPEN) { allowed { name } forbidden { name } } }"
  expect((await ask(world, operator().actor, effect)).data).toEqual({
    signUpEffect: { allowed: [], forbidden: [{ name: "Router" }] },
  })
  expect(await set("SIGN_UP", { SIGN_UP: "open" })).toMatch(
    /^conflict: 1 monitor is no longer checked: Router \(Project .*\)\. Confirm to change/,
  )
  expect(world.services.env.SIGN_UP).toBe("first")
  expect(await set("SIGN_UP", { SIGN_UP: "open" }, { isConfirmed: true })).toBe("set")
  expect(guard.refuse("192.168.0.1")).not.toBeNull()
  expect(await set("SIGN_UP", { SIGN_UP: "invited" })).toMatch(/1 monitor is checked again: Router/)
  expect(await set("SIGN_UP", { SIGN_UP: null }, { isConfirmed: true })).toBe("set")
})

test("telephone, base address and single sign-on are tried before they are saved", async () => {
  const twilio = await startTwilio()
  onTestFinished(() => twilio.stop())
  twilio.answers.push({ status: 200, body: { status: "active" } })
  const { TWILIO_URL: account } = twilio.env
  const phone = new URL(account.apiUrl)
  phone.username = account.accountSid
  phone.password = account.authToken
  phone.searchParams.set("from", account.from)
  const right = phone.href.replace(/\/\?/, "?")
  expect(await set("PHONE", { TWILIO_URL: right })).toBe("set")
  expect(world.services.env.TWILIO_URL).toEqual(account)
  const closed = await closedPort()
  expect(await set("PHONE", { TWILIO_URL: right.replace(/:\d+\?/, `:${closed}?`) })).toMatch(
    /^conflict: Not saved: .*Twilio cannot be used/,
  )
  expect(world.services.env.TWILIO_URL).toEqual(account)

  expect(await set("BASE_URL", { BASE_URL: "https://127.0.0.1:1/" })).toMatch(
    /^conflict: Not saved yet: .* Confirm to save anyway/,
  )
  expect(await set("BASE_URL", { BASE_URL: "https://127.0.0.1:1/" }, { isConfirmed: true })).toBe(
    "set",
  )
  expect(world.services.env.BASE_URL).toBe("https://127.0.0.1:1")
  expect(await set("BASE_URL", { BASE_URL: null })).toBe("set")
  expect(world.services.env.BASE_URL).toBe("http://localhost:3000")

  const provider = await startProvider(() => ({
    body: {
      issuer: provider.url,
      authorization_endpoint: `${provider.url}/authorize`,
      token_endpoint: `${provider.url}/token`,
    },
  }))
  const domains = { SSO_DOMAINS: "example.com" }
  expect(await set("SIGN_ON", { SSO_OIDC_URL: client(provider.url) })).toMatch(/Set SSO_DOMAINS/)
  expect(
    await set("SIGN_ON", { SSO_OIDC_URL: client(`${provider.url}/other`), ...domains }),
  ).toMatch(/^conflict: Not saved: The discovery document names another issuer/)
  expect(await set("SIGN_ON", { SSO_OIDC_URL: client(provider.url), ...domains })).toBe("set")
  expect(world.services.env).toMatchObject({ SSO_DOMAINS: ["example.com"], SSO_ONLY: false })
  const cleared = { SSO_OIDC_URL: null, SSO_DOMAINS: null }
  expect(await set("SIGN_ON", cleared)).toBe("set")
  await setSettings(operator(), {
    group: "phone",
    values: [{ name: "TWILIO_URL", value: null }],
    isConfirmed: false,
  })
})

test("the place of backups is tried, and the telemetry store says that it is not there", async () => {
  expect(await area("SIGN_ON")).toMatchObject({ isWorking: false })
  expect(await area("STORE")).toMatchObject({
    isWorking: false,
    detail: expect.stringMatching(/\.$/),
  })
  expect(await area("BACKUPS")).toMatchObject({
    isWorking: true,
    detail: expect.stringContaining("A file can be written to"),
  })
})
