import { execFile } from "node:child_process"
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { CORE_SCHEMA, load, loadAll, mergeTag } from "js-yaml"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { readEnv, readRoles, settingNames } from "../../src/platform/env.ts"
import { ensureProgram } from "../support/apt.ts"
import { kubernetesErrors } from "../support/kubernetes.ts"

const root = join(import.meta.dirname, "../..")
const read = (name: string) => readFile(join(root, name), "utf8")

const named = z.object({ name: z.string() })
const labels = z.object({ app: z.string(), role: z.string() })
const health = z.object({ httpGet: z.object({ path: z.string(), port: z.number() }) })
const container = z.object({
  image: z.literal("watchkeeper:latest"),
  args: z.tuple([z.string(), z.string(), z.string()]),
  envFrom: z.tuple([z.object({ configMapRef: named }), z.object({ secretRef: named })]),
  ports: z.array(z.object({ containerPort: z.number() })).optional(),
  startupProbe: health.optional(),
  livenessProbe: health.optional(),
  readinessProbe: health.optional(),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const manifest = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ConfigMap"),
    metadata: named,
    data: z.record(z.string(), z.string()),
  }),
  z.object({
    kind: z.literal("Deployment"),
    metadata: named,
    spec: z.object({
      selector: z.object({ matchLabels: labels }),
      template: z.object({
        metadata: z.object({ labels }),
        spec: z.object({
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.object({ runAsUser: z.number(), fsGroup: z.number() }),
          containers: z.tuple([container]),
          volumes: z.array(named),
        }),
      }),
    }),
  }),
  z.object({
    kind: z.literal("PodDisruptionBudget"),
    metadata: named,
    spec: z.object({ selector: z.object({ matchLabels: labels }) }),
  }),
  z.object({
    kind: z.literal("Service"),
    metadata: named,
    spec: z.object({
      selector: labels,
      ports: z.tuple([z.object({ targetPort: z.number() })]),
    }),
  }),
])

test("the Kubernetes API accepts each object of kubernetes.yaml, with a field misspelled or of another type none", async () => {
  const objects = loadAll(await read("docs/deploy/kubernetes.yaml"))
  expect(objects).toHaveLength(6)
  expect(objects.flatMap(kubernetesErrors)).toEqual([])

  const text = JSON.stringify(objects.find((one) => manifest.parse(one).kind === "Deployment"))
  const errorsWith = (found: string, written: string) => {
    expect(text).toContain(found)
    return kubernetesErrors(JSON.parse(text.replace(found, written)))
  }
  expect(errorsWith('"failureThreshold":', '"failureTreshold":')).toEqual([
    "Deployment.spec.template.spec.containers.0.startupProbe.failureTreshold is unknown",
  ])
  expect(errorsWith('"containerPort":3000', '"containerPort":"3000"')).toEqual([
    "data/spec/template/spec/containers/0/ports/0/containerPort must be integer",
  ])
  expect(errorsWith('"selector":', '"selectors":')).not.toEqual([])
  expect(errorsWith('"apps/v1"', '"apps/v1beta1"')).not.toEqual([])
})

test("kubernetes.yaml starts each role of the image with settings, ports and probes that exist", async () => {
  const text = await read("docs/deploy/kubernetes.yaml")
  // As kubectl reads it: no document knows another's anchors.
  const all = loadAll(text).map((one) => manifest.parse(one))
  const given = Object.fromEntries(
    all.flatMap((one) => (one.kind === "ConfigMap" ? Object.entries(one.data) : [])),
  )
  const secret = [...text.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name = ""]) => name)
  expect(settingNames).toEqual(expect.arrayContaining([...Object.keys(given), ...secret]))
  const env = readEnv(given)

  const dockerfile = await read("Dockerfile")
  const exposed = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1])
  expect(exposed).toBe(env.PORT)
  expect(dockerfile).toContain('ENTRYPOINT ["node", "bin/watchkeeper.js"]')

  const deployments = all.flatMap((one) => (one.kind === "Deployment" ? [one] : []))
  const roles = deployments.map(({ spec: { selector, template } }) => {
    const { labels } = template.metadata
    expect(selector.matchLabels).toEqual(labels)
    const { containers, volumes, securityContext, terminationGracePeriodSeconds } = template.spec
    const [{ args, envFrom, volumeMounts, ...probes }] = containers
    expect(args.slice(0, 2)).toEqual(["start", "--roles"])
    expect(readRoles(args[2])).toEqual([labels.role])
    expect(envFrom.flatMap((one) => Object.values(one))).toEqual([
      { name: "watchkeeper" },
      { name: "watchkeeper" },
    ])
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([env.DATA_DIR, "/tmp"])
    expect(volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name))
    expect(securityContext).toEqual(expect.objectContaining({ runAsUser: 1000, fsGroup: 1000 }))
    // Ten seconds to stop.
    expect(terminationGracePeriodSeconds).toBeGreaterThan(env.DRAIN_SECONDS + 10)
    return { role: labels.role, probes }
  })
  expect(roles.map(({ role }) => role)).toEqual(["api", "probe", "notify"])
  const port = env.PORT
  const live = { httpGet: { path: "/api/health/live", port } }
  expect(roles[0]?.probes).toMatchObject({
    ports: [{ containerPort: port }],
    startupProbe: live,
    livenessProbe: live,
    readinessProbe: { httpGet: { path: "/api/health/ready", port } },
  })
  const api = deployments[0]?.spec.template.metadata.labels
  const reached = all.flatMap((one) => {
    if (one.kind === "Service") return [one.spec.selector]
    return one.kind === "PodDisruptionBudget" ? [one.spec.selector.matchLabels] : []
  })
  expect(reached).toEqual([api, api])
  const targets = all.flatMap((one) => (one.kind === "Service" ? one.spec.ports : []))
  expect(targets).toEqual([{ targetPort: port }])
})

const composed = z.object({
  image: z.literal("watchkeeper"),
  command: z.tuple([z.literal("start"), z.literal("--roles"), z.string()]),
  environment: z.record(z.string(), z.string()),
  read_only: z.literal(true),
  tmpfs: z.literal("/tmp"),
  stop_grace_period: z.templateLiteral([z.number(), "s"]),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })),
})
const compose = z.object({
  services: z.object({
    api: composed,
    probe: composed,
    notify: composed,
    postgres: z.object({ image: z.string(), healthcheck: z.object({}) }),
    redis: z.object({ image: z.string(), healthcheck: z.object({}) }),
  }),
})

test("compose.yaml starts each role of the image with settings, ports and folders that it has", async () => {
  const text = await read("compose.yaml")
  const { services } = compose.parse(load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }))
  const { api, probe, notify, postgres, redis } = services
  const dockerfile = await read("Dockerfile")
  for (const [role, service] of Object.entries({ api, probe, notify })) {
    expect(readRoles(service.command[2])).toEqual([role])
    const given: Record<string, string> = {
      ...service.environment,
      BASE_URL: "http://localhost:3000",
    }
    // Compose takes it from .env.
    given["DATABASE_URL"] =
      given["DATABASE_URL"]?.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, "secret") ?? ""
    const secret = { SECRET_KEY: Buffer.alloc(32).toString("base64") }
    const env = readEnv({ ...given, ...secret })
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(given)))
    expect(dockerfile).toContain(`EXPOSE ${env.PORT}\n`)
    expect(dockerfile).toContain(`VOLUME ${env.DATA_DIR}\n`)
    expect(new URL(env.DATABASE_URL ?? "").hostname).toBe("postgres")
    expect(new URL(env.REDIS_URL ?? "").hostname).toBe("redis")
    expect(Object.keys(service.depends_on)).toEqual(["postgres", "redis"])
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(env.DRAIN_SECONDS + 10)
    const ports = role === "api" ? [`\${PORT:-3000}:${env.PORT}`] : undefined
    expect(service.ports).toEqual(ports)
  }
  expect([postgres.image, redis.image]).toEqual(["postgres:18", "redis:8"])
  const named = [...text.matchAll(/^# {3}([A-Z_]+)=/gm)].map(([, name = ""]) => name)
  expect(settingNames).toEqual(
    expect.arrayContaining(named.filter((n) => !n.startsWith("POSTGRES"))),
  )
})

test("systemd accepts both units; they start the program with settings that exist", async () => {
  const analyze = await ensureProgram("systemd-analyze", "systemd")
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-units-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const verify = async (name: string, unit: string) => {
    await writeFile(join(folder, name), unit.replace(/(?<=^ExecStart=)\S+/m, process.execPath))
    const result = await promisify(execFile)(analyze, [
      "verify",
      "--man=no",
      join(folder, name),
    ]).catch((error: unknown) => z.object({ stderr: z.string() }).parse(error))
    // Not what it says about units of the machine.
    return result.stderr.split("\n").filter((line) => line.includes(name))
  }
  for (const [name, roles] of [
    ["watchkeeper.service", []],
    ["watchkeeper@.service", ["--roles", "%i"]],
  ] as const) {
    const unit = await read(`docs/deploy/${name}`)
    // One role of the template.
    expect(await verify(name.replace("@", "@api"), unit)).toEqual([])
    const lines = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value)
    const given = lines("Environment").flatMap((line) => line.split(" "))
    const names = given.map((one) => one.slice(0, one.indexOf("=")))
    const commented = [...unit.matchAll(/([A-Z][A-Z_]+)=…/g)].map(([, one = ""]) => one)
    expect(settingNames).toEqual(
      expect.arrayContaining([...names.filter((one) => one !== "NODE_ENV"), ...commented]),
    )
    const [path = "", ...command] = lines("ExecStart").join(" ").split(" ")
    expect(path).toBe(`${lines("WorkingDirectory")[0]}/node_modules/node/bin/node`)
    expect(command).toEqual(["bin/watchkeeper.js", "start", ...roles])
    await access(join(root, "bin/watchkeeper.js"))
    // The longest DRAIN_SECONDS and ten to stop.
    expect(() => readEnv({ DRAIN_SECONDS: "61" })).toThrow("DRAIN_SECONDS")
    expect(Number(lines("TimeoutStopSec")[0])).toBeGreaterThan(60 + 10)
  }
  const misspelled = (await read("docs/deploy/watchkeeper.service")).replace(
    "ProtectHome",
    "ProtectHom",
  )
  const complaint: unknown = expect.stringMatching(/Unknown (?:key|lvalue).*ProtectHom/)
  expect(await verify("misspelled.service", misspelled)).toEqual([complaint])
})
