import type { ErrorComponentProps } from "@tanstack/react-router"
import { Failed } from "../ui/empty.tsx"

/** In place of a page that threw while it was drawn. */
export const PageFailed = ({ error }: ErrorComponentProps) => (
  <>
    <h1 className="unseen">Watchkeeper</h1>
    <Failed
      message={`The dashboard failed: ${error instanceof Error ? error.message : String(error)}`}
      onAgain={() => location.reload()}
    />
  </>
)
