//! `kmeans`: the nearest of the clusters for each point, and the sums of the points of each cluster.

#[sycl_hls::kernels]
mod kernels {
    const MOST_CLUSTERS: usize = 100;
    const MOST_FEATURES: usize = 34;

    /// Features of 16 points lie side by side, feature by feature.
    #[kernel]
    #[compute_units(2)]
    pub fn kmeans(
        #[len(16 * feature_offset + (npoints + 15) / 16 * 16 * nfeatures)] features: &[u32],
        #[len(nclusters * nfeatures)] clusters: &[u32],
        #[len(16 * members_offset + (npoints + 15) / 16 * 16)] membership: &mut [u32],
        #[len(nclusters * nfeatures)] new_centers: &mut [u32],
        npoints: u32,
        nclusters: u32,
        nfeatures: u32,
        feature_offset: u32,
        members_offset: u32,
    ) {
        let mut centers = [0; MOST_CLUSTERS * MOST_FEATURES];
        let mut sums = [0; MOST_CLUSTERS * MOST_FEATURES];
        let size = (nclusters * nfeatures) as usize;
        for i in 0..size {
            centers[i] = clusters[i];
        }
        for point in 0..npoints {
            let mut values = [0; MOST_FEATURES];
            #[hls_allow(scattered_access)]
            for f in 0..nfeatures as usize {
                let group = feature_offset as usize + (point / 16 * nfeatures) as usize + f;
                values[f] = features[16 * group + (point % 16) as usize];
            }
            let nearest = nearest(&values, &centers, nclusters, nfeatures as usize);
            membership[(16 * members_offset + point) as usize] = nearest;
            for f in 0..nfeatures as usize {
                sums[nearest as usize * nfeatures as usize + f] += values[f];
            }
        }
        for i in 0..size {
            new_centers[i] = sums[i];
        }
    }

    fn nearest(
        values: &[u32; MOST_FEATURES],
        centers: &[u32; MOST_CLUSTERS * MOST_FEATURES],
        nclusters: u32,
        nfeatures: usize,
    ) -> u32 {
        let (mut nearest, mut least) = (0, u64::MAX);
        for cluster in 0..nclusters {
            let mut distance = 0_u64;
            for f in 0..nfeatures {
                let difference = values[f].abs_diff(centers[cluster as usize * nfeatures + f]) as u64;
                distance = distance.wrapping_add(difference.wrapping_mul(difference));
            }
            if distance < least {
                (nearest, least) = (cluster, distance);
            }
        }
        nearest
    }
}
