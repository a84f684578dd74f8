const shared = ["prisma", "platform", "findings"]
const core = [...shared, "graphql/kernel"]
const belowContexts = [...core, "channels", "senders"]

/** The contexts of the domain, bottom up: each may import those before it. */
const contexts = [
  "graphql/outbox",
  "graphql/live",
  "graphql/workspace",
  "graphql/delivery",
  "graphql/on-call",
  "graphql/maintenance",
  "graphql/incidents",
  "graphql/monitoring",
  "graphql/slo",
  "graphql/status-pages",
] as const

/**
 * The dashboard, bottom up: what every page uses, nouns, pages about several of them, the frame around all pages, and
 * routes. Files of src/web itself start it and may import all.
 */
const rooms = [
  "web/load-part.ts",
  "web/lazy-part.ts",
  "web/graphql.ts",
  "web/ui",
  "web/chart",
  "web/sign-in",
  "web/live",
  "web/project",
  "web/layout",
  "web/settings",
  "web/label",
  "web/services",
  "web/contact",
  "web/on-call",
  "web/monitor",
  "web/check",
  "web/maintenance",
  "web/incident",
  "web/alert",
  "web/installation",
  "web/oauth",
  "web/key",
  "web/member",
  "web/account",
  "web/channel",
  "web/template",
  "web/state",
  "web/usage",
  "web/webhook",
  "web/source",
  "web/delivery",
  "web/slo",
  "web/status-page",
  "web/monitor-form",
  "web/monitor-page",
  "web/monitor-list",
  "web/monitor-import",
  "web/outage",
  "web/tuning",
  "web/audit",
  "web/overview",
  "web/report",
  "web/gallery",
  "web/shell",
  "web/routes",
] as const

const domain = [...belowContexts, ...contexts]
const facing = [...domain, "http"]

/** The layers of src/ by folder, with the other layers that each may import. `cli` may import all but `web`. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  platform: ["prisma", "findings"],
  findings: [],
  channels: shared,
  senders: ["platform"],
  convert: ["schema"],
  web: ["schema", ...rooms],
  ...Object.fromEntries(rooms.map((one, at) => [one, ["schema", ...rooms.slice(0, at)]])),
  "graphql/kernel": shared,
  ...Object.fromEntries(
    contexts.map((one, at) => [one, [...belowContexts, ...contexts.slice(0, at)]]),
  ),
  // Imports accept other products' exports.
  "graphql/monitoring": [
    ...belowContexts,
    ...contexts.slice(0, contexts.indexOf("graphql/monitoring")),
    "convert",
    // Monitors on telemetry have queries, and charts of what they measure.
    "graphql/telemetry",
    "telemetry/query",
  ],
  // SLOs of services count requests.
  "graphql/slo": [
    ...belowContexts,
    ...contexts.slice(0, contexts.indexOf("graphql/slo")),
    "graphql/telemetry",
    "telemetry/store",
    "telemetry/query",
  ],
  telemetry: [],
  "telemetry/otlp": [],
  "telemetry/store": ["findings", "platform"],
  "telemetry/query": ["telemetry/store"],
  "telemetry/doctor": ["telemetry/store"],
  "telemetry/ingest": [...facing, "telemetry/otlp", "telemetry/store"],
  "graphql/execution": [...core, "graphql/live"],
  "graphql/telemetry": [
    ...core,
    "graphql/live",
    "graphql/workspace",
    "telemetry/store",
    "telemetry/query",
    "telemetry/doctor",
  ],
  graphql: [...domain, "graphql/telemetry"],
  http: core,
  rest: [...facing.filter((one) => one !== "prisma"), "graphql/execution", "schema"],
  mcp: [...facing.filter((one) => one !== "prisma"), "graphql/execution", "rest"],
  pages: [...facing, "schema"],
  hooks: facing,
  inbound: facing,
  probe: [...domain, "telemetry/store", "telemetry/query"],
  jobs: [...facing, "pages", "telemetry/store", "telemetry/query"],
  notify: [...facing, "pages", "jobs"],
  api: [
    ...facing,
    "graphql",
    "graphql/execution",
    "rest",
    "mcp",
    "pages",
    "hooks",
    "inbound",
    "telemetry/ingest",
  ],
}

/** A restriction beyond the layers: what `from` must not import. */
type Wall = {
  from: RegExp
  /** A path from the root, or the name of a package. */
  to: RegExp
  /** Exceptions. */
  except?: RegExp
  /** Allows type imports, which do not exist at run time. */
  allowsTypes?: boolean
  because: string
}

export const walls: readonly Wall[] = [
  {
    from: /^src\/graphql\/(?!(?:kernel\/(?:builder|root|scalars)|schema)\.ts$).*(?<!\.graph)\.ts$/,
    to: /^src\/graphql\/.*\.graph\.ts$|^src\/graphql\/kernel\/builder\.ts$|^@pothos\/|^graphql-yoga$/,
    except: /^@pothos\/plugin-scope-auth$/,
    because: "Verbs and rules must work without Pothos, so that every role can call them.",
  },
  {
    from: /^src\/(?:probe|notify|jobs|pages|hooks|inbound|http|rest|mcp|channels)\//,
    to: /^src\/graphql\/(?:.*\.graph|schema|kernel\/builder)\.ts$|^@pothos\/|^graphql-yoga$/,
    because: "Call a verb of the domain; only the API server loads the schema.",
  },
  {
    from: /^src\/graphql\/.*\/rules\//,
    to: /^src\/|^node:|^pg$/,
    except:
      /\/rules\/|^src\/findings\/|^src\/graphql\/kernel\/(?:errors|input)\.ts$|^src\/graphql\/outbox\/event-kinds\.ts$|^src\/senders\/|^src\/channels\/channel-kinds\.ts$|^src\/platform\/(?:command-name|counted|host-name|missing-settings|secret|text-schema)\.ts$|^node:(?:net|url)$/,
    allowsTypes: true,
    because: "Rules are pure functions of values and `now`: no database, clock or randomness.",
  },
  {
    from: /^src\/(?:rest|mcp)\//,
    to: /^src\/platform\/(?:postgres|migrate|embedded\/.*)\.ts$|^pg$|^@prisma\//,
    because: "A facade executes documents; it never touches the database.",
  },
  {
    from: /^src\/web\//,
    to: /^node:/,
    because: "The dashboard runs in a browser.",
  },
]
