import { graphql } from "../graphql.ts"

/** Policies that a person can choose from. */
export const PolicyChoices = graphql(`
  fragment PolicyChoices on ProjectOnCallPoliciesConnection {
    edges {
      node {
        id
        name
      }
    }
  }
`)

/** Members that a person can choose from. */
export const MemberChoices = graphql(`
  fragment MemberChoices on ProjectMembersConnection {
    edges {
      node {
        userId
        name
        email
      }
    }
  }
`)
