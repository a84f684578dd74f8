import type { Services } from "../../../platform/services.ts"

type Logo = { type: string; bytes: Buffer }

const statements = {
  light: {
    name: "status-page-logo",
    text: "select type, bytes from status_page_logo where page_id = $1",
  },
  dark: {
    name: "status-page-dark-logo",
    text: `select dark_type as type, dark_bytes as bytes from status_page_logo
            where page_id = $1 and dark_bytes is not null`,
  },
}

/** The logo of a page; null if it has none. The caller has checked that the page is public. */
export async function readLogo(
  { database }: Pick<Services, "database">,
  pageId: string,
  ground: keyof typeof statements,
): Promise<Logo | null> {
  const { rows } = await database.pool.query<Logo>({ ...statements[ground], values: [pageId] })
  return rows[0] ?? null
}
