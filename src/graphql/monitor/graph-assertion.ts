import { builder } from "../builder.ts"
import { AssertionKind, AssertionLevel, Comparison } from "./graph-enum.ts"
import type { Assertion } from "./settings.ts"

/** Members of every kind in one: null where the kind has no such member. */
type Member<T, K extends string> = T extends Record<K, infer V> ? V : never
const member = <K extends string>(one: Assertion, name: K): Member<Assertion, K> | null =>
  name in one ? (one as unknown as Record<K, Member<Assertion, K>>)[name] : null

export const MonitorAssertion = builder.objectRef<Assertion>("Assertion").implement({
  description: "A condition on what was seen; members that its kind does not have are null.",
  fields: (t) => ({
    kind: t.expose("kind", { type: AssertionKind, description: "What it looks at." }),
    level: t.expose("level", {
      type: AssertionLevel,
      description: "What the monitor becomes when it does not hold.",
    }),
    codes: t.string({
      nullable: true,
      description: "STATUS: codes and ranges, such as 200-299,304.",
      resolve: (one) => member(one, "codes"),
    }),
    name: t.string({
      nullable: true,
      description: "HEADER: the name of the header.",
      resolve: (one) => member(one, "name"),
    }),
    comparison: t.field({
      type: Comparison,
      nullable: true,
      description: "HEADER, BODY, JSON_PATH: how it is compared.",
      resolve: (one) => member(one, "comparison"),
    }),
    value: t.string({
      nullable: true,
      description: "HEADER, BODY, JSON_PATH: what it is compared with.",
      resolve: (one) => member(one, "value"),
    }),
    pattern: t.string({
      nullable: true,
      description: "REGEX: the expression, in RE2 syntax.",
      resolve: (one) => member(one, "pattern"),
    }),
    matches: t.boolean({
      nullable: true,
      description: "REGEX: false where the expression must not match.",
      resolve: (one) => member(one, "matches"),
    }),
    path: t.string({
      nullable: true,
      description: "JSON_PATH: the path, RFC 9535.",
      resolve: (one) => member(one, "path"),
    }),
    maxMs: t.int({
      nullable: true,
      description: "RESPONSE_TIME: milliseconds at most.",
      resolve: (one) => member(one, "maxMs"),
    }),
    minDays: t.int({
      nullable: true,
      description: "CERTIFICATE_DAYS: days at least.",
      resolve: (one) => member(one, "minDays"),
    }),
  }),
})

export const AssertionInput = builder.inputType("AssertionInput", {
  description: "A condition on what is seen; give the members of its kind only.",
  fields: (t) => ({
    kind: t.field({ type: AssertionKind, required: true, description: "What it looks at." }),
    level: t.field({
      type: AssertionLevel,
      description:
        "What the monitor becomes when it does not hold; OFFLINE where absent, DEGRADED for times and days.",
    }),
    codes: t.string({ description: "STATUS: codes and ranges, such as 200-299,304." }),
    name: t.string({ description: "HEADER: the name of the header." }),
    comparison: t.field({ type: Comparison, description: "HEADER, BODY, JSON_PATH." }),
    value: t.string({ description: "HEADER, BODY, JSON_PATH: what it is compared with." }),
    pattern: t.string({ description: "REGEX: the expression, in RE2 syntax." }),
    matches: t.boolean({ description: "REGEX: false where the expression must not match." }),
    path: t.string({ description: "JSON_PATH: the path, RFC 9535." }),
    maxMs: t.int({ description: "RESPONSE_TIME: milliseconds at most." }),
    minDays: t.int({ description: "CERTIFICATE_DAYS: days at least." }),
  }),
})

/** The verb judges which members belong to which kind. */
export const readAssertion = (given: typeof AssertionInput.$inferInput): Assertion =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as Assertion
