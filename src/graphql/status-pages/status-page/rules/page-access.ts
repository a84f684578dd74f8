/** How visitors get access to a private page. */
export type PageAccess = {
  /** Changes with every edit, which voids cookies and links issued before. */
  stamp: string
} & (
  | { kind: "password"; passwordHash: string }
  /** Through a link mailed to addresses at these domains. */
  | { kind: "email"; emailDomains: string[] }
)
