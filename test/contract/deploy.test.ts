import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { loadAll } from "js-yaml"
import { expect, test } from "vitest"
import { z } from "zod"
import { readEnv, readRoles, settingNames } from "../../src/platform/env.ts"

const root = join(import.meta.dirname, "../..")
const read = (name: string) => readFile(join(root, name), "utf8")

const named = z.object({ name: z.string() })
const labels = z.object({ app: z.string(), role: z.string() })
const health = z.object({ httpGet: z.object({ path: z.string(), port: z.number() }) })
const container = z.object({
  image: z.string(),
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
