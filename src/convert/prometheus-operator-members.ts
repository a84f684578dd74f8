import { carried, ignored, type Table } from "./account.ts"

/** How Prometheus reaches the exporter and handles its response. */
const ofScraping = ignored`
  authorization basicAuth bearerTokenSecret convertClassicHistogramsToNHCB fallbackScrapeProtocol
  keepDroppedTargets labelLimit labelNameLengthLimit labelValueLengthLimit metricRelabelings
  nativeHistogramBucketLimit nativeHistogramMinBucketFactor oauth2 prober sampleLimit scrapeClass
  scrapeClassicHistograms scrapeNativeHistograms scrapeProtocols targetLimit tlsConfig
`

/** Members of Probe resources. */
export const probeTable: Table = {
  apiVersion: "carried",
  kind: "carried",
  metadata: "ignored",
  status: "ignored",
  spec: {
    in: {
      jobName: "ignored",
      ...carried`interval scrapeTimeout module`,
      params: { lost: "Additional probe parameters were not imported" },
      targets: {
        in: {
          staticConfig: {
            in: { static: "carried", labels: "carried", relabelingConfigs: "carried" },
          },
          ingress: "noted",
        },
      },
      ...ofScraping,
    },
  },
}
