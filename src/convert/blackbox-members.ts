import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of prometheus.yml that define what is probed, and of the modules in blackbox.yml. */

const finders = noted`
  azure_sd_configs consul_sd_configs digitalocean_sd_configs dns_sd_configs docker_sd_configs
  dockerswarm_sd_configs ec2_sd_configs eureka_sd_configs gce_sd_configs hetzner_sd_configs
  http_sd_configs ionos_sd_configs kubernetes_sd_configs kuma_sd_configs lightsail_sd_configs
  linode_sd_configs marathon_sd_configs nerve_sd_configs nomad_sd_configs openstack_sd_configs
  ovhcloud_sd_configs puppetdb_sd_configs scaleway_sd_configs serverset_sd_configs
  stackit_sd_configs triton_sd_configs uyuni_sd_configs vultr_sd_configs
`
/** How Prometheus reaches the exporter and handles its response. */
const ofScraping = ignored`
  always_scrape_classic_histograms authorization basic_auth bearer_token bearer_token_file
  body_size_limit convert_classic_histograms_to_nhcb enable_compression enable_http2
  fallback_scrape_protocol follow_redirects honor_labels honor_timestamps http_headers
  keep_dropped_targets label_limit label_name_length_limit label_value_length_limit
  metric_name_escaping_scheme metric_name_validation_scheme metric_relabel_configs
  native_histogram_bucket_limit native_histogram_min_bucket_factor no_proxy oauth2
  proxy_connect_header proxy_from_environment proxy_url sample_limit scheme
  scrape_classic_histograms scrape_native_histograms scrape_protocols target_limit tls_config
  track_timestamps_staleness
`

export const jobTable: Table = {
  job_name: "ignored",
  ...carried`metrics_path scrape_interval scrape_timeout relabel_configs`,
  params: { in: { module: "carried", target: "carried", hostname: "noted", debug: "ignored" } },
  static_configs: { in: { targets: "carried", labels: "carried" } },
  file_sd_configs: "noted",
  ...finders,
  ...ofScraping,
}

export const configTable: Table = {
  global: {
    in: {
      scrape_interval: "carried",
      scrape_timeout: "carried",
      ...ignored`
        evaluation_interval external_labels query_log_file rule_query_offset scrape_failure_log_file
      `,
      ...ofScraping,
    },
  },
  ...carried`scrape_configs modules targets labels`,
  scrape_config_files: {
    lost: "Jobs in other files were not imported: append those files to prometheus.yml",
  },
  rule_files: { beside: "alerting rules" },
  alerting: { beside: "Alertmanager" },
  ...ignored`remote_write remote_read storage tracing otlp runtime`,
}

const here = "only the connection is checked"
const route: Table = {
  preferred_ip_protocol: "ignored",
  ip_protocol_fallback: "noted",
  source_ip_address: { lost: "Its source address was not imported" },
}

export const moduleTable: Table = {
  prober: "carried",
  timeout: "carried",
  http: {
    in: {
      ...route,
      ...carried`
        method valid_status_codes follow_redirects no_follow_redirects fail_if_body_matches_regexp
        fail_if_body_not_matches_regexp
      `,
      valid_http_versions: { lost: "Its accepted HTTP versions were not imported" },
      fail_if_ssl: { lost: "Failing on TLS is not supported" },
      fail_if_not_ssl: { lost: "Failing without TLS is not supported" },
      fail_if_body_json_matches_cel: { lost: "A condition on the JSON body was not imported" },
      fail_if_body_json_not_matches_cel: {
        lost: "A condition on the JSON body was not imported",
      },
      fail_if_header_matches: { lost: "Its header conditions were not imported: add them by hand" },
      fail_if_header_not_matches: {
        lost: "Its header conditions were not imported: add them by hand",
      },
      ...noted`
        headers body body_file basic_auth authorization bearer_token bearer_token_file oauth2
      `,
      tls_config: {
        in: {
          insecure_skip_verify: "noted",
          server_name: { lost: "Its expected certificate name was not imported" },
          ca: { lost: "Its certificate authority was not imported" },
          ca_file: { lost: "Its certificate authority was not imported" },
          cert: { lost: "Its client certificate was not imported" },
          cert_file: { lost: "Its client certificate was not imported" },
          key: "ignored",
          key_file: "ignored",
          min_version: { lost: "Its accepted TLS versions were not imported" },
          max_version: { lost: "Its accepted TLS versions were not imported" },
        },
      },
      ...ignored`enable_http2 proxy_connect_header no_proxy skip_resolve_phase_with_proxy`,
      enable_http3: { lost: "HTTP/3 is not supported" },
      compression: { lost: "Its expected compression was not imported" },
      body_size_limit: { lost: "Its limit on the body size was not imported" },
      proxy_url: { lost: "Its proxy was not imported; checks connect directly" },
      proxy_from_environment: { lost: "Its proxy was not imported; checks connect directly" },
    },
  },
  tcp: {
    in: {
      ...route,
      query_response: { lost: `Its queries and expected responses were not imported; ${here}` },
      tls: { lost: `TLS is not supported; ${here}` },
      tls_config: "ignored",
    },
  },
  icmp: {
    in: {
      ...route,
      dont_fragment: { lost: "Its don't-fragment flag was not imported" },
      payload_size: { lost: "Its packet size is not supported" },
      ttl: { lost: "Its packet TTL was not imported" },
    },
  },
  dns: {
    in: {
      ...route,
      query_name: "carried",
      query_type: "carried",
      query_class: { lost: "Its DNS class was not imported", unless: ["IN"] },
      recursion_desired: "ignored",
      transport_protocol: {
        lost: "Its look-up uses TCP; here it uses UDP first",
        unless: ["udp"],
      },
      dns_over_tls: { lost: "DNS over TLS is not supported" },
      tls_config: "ignored",
      valid_rcodes: "noted",
      validate_answer_rrs: { lost: "Its expected DNS answers were not imported: add them by hand" },
      validate_authority_rrs: {
        lost: "Its expected DNS answers were not imported: add them by hand",
      },
      validate_additional_rrs: {
        lost: "Its expected DNS answers were not imported: add them by hand",
      },
    },
  },
  ...ignored`grpc unix websocket`,
}
