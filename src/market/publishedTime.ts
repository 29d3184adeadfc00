/** The time of day, Taipei, at which the rows of a simulated trading day are published. */
export const publishedTime = '18:00'
