package dev.pgstow.model;

/** Why a measured rate was not higher. */
public enum LimitedBy {
    /** The requests in flight waited for their answers: more in flight give more. */
    LATENCY,
    /** More requests in flight gave no more: the device, or the provider's limit, is reached. */
    CAP,
    /** The machine that measured had no processor time left. */
    CPU,
    /** It was asked for no more ({@code --max-iops}), or paused between requests. */
    PACE,
    /** The source does not tell. */
    UNKNOWN
}
