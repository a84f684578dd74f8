import { builder } from "../../../kernel/builder.ts"
import { AssertionKind, AssertionLevel, Comparison } from "../monitor-enums.graph.ts"
import type { Assertion } from "../rules/monitor-settings.ts"

/** Members of all kinds in one type; null if the kind has no such member. */
type Member<T, K extends string> = T extends Record<K, infer V> ? V : never
const member = <K extends string>(one: Assertion, name: K): Member<Assertion, K> | null =>
  name in one ? (one as unknown as Record<K, Member<Assertion, K>>)[name] : null

export const MonitorAssertion = builder.objectRef<Assertion>("Assertion").implement({
  description: "A condition on a check's result; members that its kind does not have are null.",
  fields: (t) => ({
    kind: t.expose("kind", { type: AssertionKind, description: "What it checks." }),
    level: t.expose("level", {
      type: AssertionLevel,
      description: "The status if it fails.",
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
      description: "HEADER, BODY, JSON_PATH: the value to compare with.",
      resolve: (one) => member(one, "value"),
    }),
    pattern: t.string({
      nullable: true,
      description: "REGEX: the expression, in RE2 syntax.",
      resolve: (one) => member(one, "pattern"),
    }),
    matches: t.boolean({
      nullable: true,
      description: "REGEX: false if the expression must not match.",
      resolve: (one) => member(one, "matches"),
    }),
    path: t.string({
      nullable: true,
      description: "JSON_PATH: the path, RFC 9535.",
      resolve: (one) => member(one, "path"),
    }),
    maxMs: t.int({
      nullable: true,
      description: "RESPONSE_TIME: maximum in milliseconds.",
      resolve: (one) => member(one, "maxMs"),
    }),
    minDays: t.int({
      nullable: true,
      description: "CERTIFICATE_DAYS: minimum in days.",
      resolve: (one) => member(one, "minDays"),
    }),
  }),
})

export const AssertionInput = builder.inputType("AssertionInput", {
  description: "A condition on a check's result; only members of its kind are allowed.",
  fields: (t) => ({
    kind: t.field({ type: AssertionKind, required: true, description: "What it checks." }),
    level: t.field({
      type: AssertionLevel,
      description: "The status if it fails; by default OFFLINE, or DEGRADED for times and days.",
    }),
    codes: t.string({ description: "STATUS: codes and ranges, such as 200-299,304." }),
    name: t.string({ description: "HEADER: the name of the header." }),
    comparison: t.field({ type: Comparison, description: "HEADER, BODY, JSON_PATH." }),
    value: t.string({ description: "HEADER, BODY, JSON_PATH: the value to compare with." }),
    pattern: t.string({ description: "REGEX: the expression, in RE2 syntax." }),
    matches: t.boolean({ description: "REGEX: false if the expression must not match." }),
    path: t.string({ description: "JSON_PATH: the path, RFC 9535." }),
    maxMs: t.int({ description: "RESPONSE_TIME: maximum in milliseconds." }),
    minDays: t.int({ description: "CERTIFICATE_DAYS: minimum in days." }),
  }),
})

/** The verb judges which members belong to which kind. */
export const readAssertion = (given: typeof AssertionInput.$inferInput): Assertion =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as Assertion
