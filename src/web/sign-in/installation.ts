import { useEffect, useState } from "react"

export type Installation = {
  hasAccounts: boolean
  isSignUpOpen: boolean
  /** Name of the identity provider. */
  singleSignOn: string | null
}

/** Sent without the GraphQL client, which the sign-in page does not load. */
const query = /* GraphQL */ `
  query Installation {
    installation {
      hasAccounts
      isSignUpOpen
      singleSignOn
    }
  }
`

type Answer = { data?: { installation?: Partial<Installation> } | null }

async function readInstallation(): Promise<Installation> {
  const response = await fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query, operationName: "Installation" }),
  })
  const { data } = (await response.json()) as Answer
  const found = data?.installation
  if (found === undefined) throw new Error(`The server answered ${response.status}.`)
  return {
    hasAccounts: found.hasAccounts === true,
    isSignUpOpen: found.isSignUpOpen === true,
    singleSignOn: found.singleSignOn ?? null,
  }
}

/** Kept once there are accounts, because an installation does not lose its last one. */
let known: Installation | null = null

type Read = { installation: Installation | null; isFailed: boolean }

/** Whether the installation has accounts, and whether anyone may create one; null until it is read. */
export function useInstallation(): Read {
  const [read, setRead] = useState<Read>({ installation: known, isFailed: false })
  useEffect(() => {
    let isGone = false
    readInstallation().then(
      (installation) => {
        if (installation.hasAccounts) known = installation
        if (!isGone) setRead({ installation, isFailed: false })
      },
      () => {
        if (!isGone) setRead((before) => ({ ...before, isFailed: true }))
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return read
}
