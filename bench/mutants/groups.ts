import type { Mutant } from "./find-mutants.ts"

/** What is mutated together, and the tests that are near to it. */
export type Group = {
  files: RegExp
  /** Of these, the nearest to each file are run. */
  tests: RegExp
  /** Run for every file. */
  always?: RegExp
  takes?: (mutant: Mutant) => boolean
  /** Only this many, chosen by a seed. */
  sample?: number
}

/** Quick tests within one process; the others are listed where nothing else reaches the code. */
const inProcess = /^test\/(?:api|graphql|mcp|platform|rest)\//

export const groups: Record<string, Group> = {
  access: {
    files:
      /^src\/graphql\/kernel\/(?:access|find-grant|monitor-scope|require-person|row-access)\.ts$/,
    tests:
      /^test\/(?:graphql\/(?:access|custom-role|key|label-limit|member|two-factor)|api\/(?:auth|second-factor)|rest\/(?:limits|refusal)|mcp\/oauth-token|contract\/(?:label-limit\w*|permissions|scopes))\b/,
  },
  require: {
    files: /^src\/(?:graphql|mcp|rest)\//,
    tests: inProcess,
    always: /^test\/contract\/(?:audit|refusals)\.test\.ts$/,
    takes: ({ kind, original }) =>
      kind === "guard" && /\baccess\.(?:require|check)\(/.test(original),
  },
  oauth: {
    files: /^src\/(?:graphql\/workspace\/oauth\/|api\/(?:oauth\/|authenticate-grant\.ts))/,
    tests: /^test\/(?:mcp\/oauth|graphql\/oauth|api\/(?:credentials|take-over))/,
  },
  scim: {
    files: /^src\/api\/scim\//,
    tests: /^test\/(?:api\/(?:scim|credentials|take-over)|web\/sso)/,
  },
  sso: {
    files: /^src\/api\/(?:sso\/|rules\/sso)/,
    tests: /^test\/(?:api\/(?:sso|take-over|provider|credentials)|web\/sso)/,
  },
  guard: {
    files: /^src\/platform\/(?:guard|guarded-request|private-address)\.ts$/,
    tests:
      /^test\/(?:probe\/guard|platform\/(?:guarded|private|proxy)|notify\/|graphql\/(?:webhook-url|monitor-reachable|channel)|pages\/heartbeat|api\/ask-ourselves|mcp\/oauth\.)/,
    always: /^test\/platform\/proxy\.test\.ts$/,
  },
  idempotency: {
    files: /^src\/(?:graphql\/workspace\/idempotency\/|rest\/idempotency\.ts)/,
    tests: /^test\/rest\/(?:idempotency|refusal|limits)/,
  },
  sample: {
    files: /^src\/(?:.*\/rules\/|probe\/judge|.*\/rate-limit)/,
    tests: /^test\/(?:findings|graphql|notify|platform|probe|rest)\//,
    sample: 300,
  },
}

/** Too slow to run for each mutant, or in need of a machine of their own. */
export const leftOut =
  /^test\/(?:contract\/(?:how-to-add|operations|layering)|graphql\/(?:escalation-reach-property|paging-property|retention|list-plans)|probe\/(?:ping|own-network|addresses)|mcp\/(?:conformance|stdio))\.test/
