import type { KeyClass } from "../../../../prisma/generated/enums.ts"
import { isScope, type KeyScope } from "../../kernel/access.ts"
import { legacyScopes } from "./legacy-scopes.ts"

/** What a key of each class may do, by the scopes that are stored with it. */
export const scopesOf: Record<KeyClass, (stored: string[]) => KeyScope[]> = {
  public: (stored) => stored.filter(isScope),
  legacy: legacyScopes,
  ingestion: () => [],
}
