/** Maximum concurrent deliveries per endpoint across all workers. */
export const perEndpoint = 4
