import { builder } from "../../kernel/builder.ts"
import { valuesOf } from "../../kernel/values-of.ts"
import { itsFindings } from "../../kernel/finding.graph.ts"
import { Installation } from "../../workspace/user/installation.graph.ts"
import { requireOperator, requireOperatorInPerson } from "../../workspace/user/operator.ts"
import { listSettings, type SettingView } from "./list-settings.ts"
import { setSettings } from "./set-settings.ts"
import { findSignUpEffect, type NamedMonitor, type SignUpEffect } from "./sign-up-effect.ts"
import { areaTests, type AreaTest } from "./test-area.ts"

const Group = builder.enumType("InstallationSettingGroup", {
  description: "Settings that belong together, and are set and tested together.",
  values: valuesOf({
    mail: "E-mail.",
    phone: "SMS and calls.",
    base_url: "The address of the installation.",
    sign_up: "Who may create an account.",
    sign_on: "Single sign-on.",
  }),
})

const Area = builder.enumType("InstallationArea", {
  description: "What can be tested.",
  values: valuesOf({
    mail: "Sends a message to the operator's address.",
    phone: "Asks Twilio about the account.",
    base_url: "Opens the address of the installation.",
    sign_on: "Reads the identity provider's description.",
    store: "Asks the telemetry store.",
    backups: "Writes a file where backups go, and removes it.",
  }),
})

const Source = builder.enumType("InstallationSettingSource", {
  description: "Where a setting comes from.",
  values: valuesOf({
    environment: "The environment, which wins.",
    operator: "The operator set it in the browser.",
    default: "Nobody has set it.",
  }),
})

const Setting = builder.objectRef<SettingView>("InstallationSetting").implement({
  description: "A setting of the installation that its operator may set.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "As the environment names it." }),
    group: t.expose("group", { type: Group, description: "What it is for." }),
    source: t.expose("source", { type: Source, description: "Where it comes from." }),
    isSecret: t.exposeBoolean("isSecret", {
      description: "Whether it can be set but never read.",
    }),
    isSet: t.exposeBoolean("isSet", { description: "Whether it has a value." }),
    value: t.exposeString("value", {
      nullable: true,
      description: "Its value, or for a secret the service that it is for; null if it is not set.",
    }),
    changedAt: t.expose("changedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the operator set it.",
    }),
    changedBy: t.exposeString("changedBy", { nullable: true, description: "Who set it." }),
  }),
})

const SettingInput = builder.inputType("InstallationSettingInput", {
  description: "A setting of the installation.",
  fields: (t) => ({
    name: t.string({ required: true, description: "As the environment names it." }),
    value: t.string({ description: "As the environment has it; null removes it." }),
  }),
})

const Test = builder.objectRef<AreaTest>("InstallationTest").implement({
  description: "What a test of a part of the installation found.",
  fields: (t) => ({
    isWorking: t.exposeBoolean("isWorking", { description: "Whether it works." }),
    ...t.explained("detail", "What happened, and what to do, in English.", itsFindings),
  }),
})

const Monitor = builder.objectRef<NamedMonitor>("NamedMonitor").implement({
  description: "A monitor of any project, for the operator.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    project: t.exposeString("project", { description: "The name of its project." }),
  }),
})

const mostListed = 100
const Effect = builder.objectRef<SignUpEffect>("SignUpEffect").implement({
  description: "What a change of the rules for sign-up changes for monitors; at most 100 of each.",
  fields: (t) => ({
    allowed: t.field({
      type: [Monitor],
      description: "Those that are checked again.",
      resolve: ({ allowed }) => allowed.slice(0, mostListed),
    }),
    forbidden: t.field({
      type: [Monitor],
      description: "Those that are no longer checked.",
      resolve: ({ forbidden }) => forbidden.slice(0, mostListed),
    }),
  }),
})

const SignUp = builder.enumType("SignUpRule", {
  description: "Who may create an account.",
  values: valuesOf({
    first: "The first person, and people who are invited.",
    invited: "Who is invited.",
    open: "Anybody. Monitors then reach no private addresses.",
  }),
})

const forOperator = "Only for the operator, who has the first account."

builder.queryFields((t) => ({
  installationSettings: t.field({
    type: [Setting],
    nullable: true,
    description: `What the operator may set. ${forOperator}`,
    resolve: async (_root, _args, ctx) => {
      await requireOperator(ctx)
      return listSettings(ctx)
    },
  }),
  signUpEffect: t.field({
    type: Effect,
    nullable: true,
    description: `The monitors that other rules for sign-up would allow or forbid. ${forOperator}`,
    args: { rule: t.arg({ type: SignUp, required: true, description: "The other rules." }) },
    resolve: async (_root, { rule }, ctx) => {
      await requireOperator(ctx)
      return findSignUpEffect(ctx, rule)
    },
  }),
}))

builder.mutationFields((t) => ({
  setInstallationSettings: t.field({
    type: Installation,
    description: `Sets settings after a test with them; they take effect in every process within seconds. ${forOperator}`,
    args: {
      group: t.arg({ type: Group, required: true, description: "What they are for." }),
      values: t.arg({
        type: [SettingInput],
        required: true,
        description: "Those to change; the others stay.",
      }),
      isConfirmed: t.arg.boolean({
        description: "Whether a change that asks for a confirmation is confirmed.",
      }),
    },
    resolve: async (_root, { group, values, isConfirmed }, ctx) => {
      const given = values.map(({ name, value }) => ({ name, value: value ?? null }))
      await setSettings(ctx, { group, values: given, isConfirmed: isConfirmed ?? false })
      return {}
    },
  }),
  testInstallation: t.field({
    type: Test,
    description: `Tests a part of the installation as it is set. ${forOperator}`,
    args: { area: t.arg({ type: Area, required: true, description: "What to test." }) },
    resolve: async (_root, { area }, ctx) => {
      await requireOperatorInPerson(ctx)
      return areaTests[area](ctx, ctx.env)
    },
  }),
}))
