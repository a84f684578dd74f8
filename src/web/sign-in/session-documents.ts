import { graphql } from "../graphql.ts"

export const InstallationQuery = graphql(`
  query Installation {
    installation {
      hasAccounts
      isSignUpOpen
      singleSignOn
    }
  }
`)
