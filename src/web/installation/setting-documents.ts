import { graphql, mutation, type ResultOf } from "../graphql.ts"
import { FindingWords } from "../ui/finding-words.ts"

export const InstallationSettings = graphql(`
  query InstallationSettings {
    installationSettings {
      name
      group
      source
      isSecret
      isSet
      value
      changedAt
      changedBy
    }
  }
`)

export const SignUpEffect = graphql(`
  query SignUpEffect($rule: SignUpRule!) {
    signUpEffect(rule: $rule) {
      allowed {
        name
        project
      }
      forbidden {
        name
        project
      }
    }
  }
`)

export const SetSettings = mutation("setInstallationSettings", "hasAccounts")
export const TestArea = mutation("testInstallation", "isWorking findings { ...FindingWords }", [
  FindingWords,
])

export type Setting = NonNullable<
  ResultOf<typeof InstallationSettings>["installationSettings"]
>[number]
export type Group = Setting["group"]
export type Values = { name: string; value: string | null }[]
