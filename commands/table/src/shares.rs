//! Shares of one whole, as whole numbers that come to it: what is told of odds never sums to more or less than all.

/// What each of these weights has of so many parts: the nearest whole numbers that come to all of them together, the parts left over to the
/// largest remainders, of equal ones to the first. All are 0 where nothing has a weight.
#[must_use]
pub fn shares(parts: u32, weights: &[u128]) -> Vec<u32> {
    let all: u128 = weights.iter().sum();
    if all == 0 {
        return vec![0; weights.len()];
    }
    let whole = |weight: u128| weight / all * u128::from(parts) + weight % all * u128::from(parts) / all;
    let rest = |weight: u128| weight % all * u128::from(parts) % all;
    let mut shares: Vec<u32> =
        weights.iter().map(|weight| u32::try_from(whole(*weight)).unwrap_or(parts)).collect();
    let missing = parts.saturating_sub(shares.iter().sum());
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(weights.get(*i).map(|weight| rest(*weight))));
    for i in order.into_iter().take(usize::try_from(missing).unwrap_or_default()) {
        shares.get_mut(i).into_iter().for_each(|share| *share += 1);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn what_is_left_over_goes_to_the_largest_remainders() {
        assert_eq!(shares(100, &[7, 1]), [88, 12], "87.5 and 12.5");
        assert_eq!(shares(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(shares(1000, &[2, 1]), [667, 333]);
        assert_eq!(shares(100, &[0, 5]), [0, 100]);
        assert_eq!((shares(100, &[0, 0]), shares(100, &[])), (vec![0, 0], vec![]));
    }

    #[test]
    fn shares_come_to_the_whole_and_none_is_off_by_a_part() {
        for weights in
            (0..4096_u128).map(|n| [n % 16, n / 16 % 16, n / 256]).filter(|all| all.iter().any(|w| *w > 0))
        {
            let (all, found): (u128, _) = (weights.iter().sum(), shares(100, &weights));
            assert_eq!(found.iter().sum::<u32>(), 100, "{weights:?}");
            for (weight, share) in weights.iter().zip(found) {
                assert!((u128::from(share) * all).abs_diff(weight * 100) < all, "{weights:?}");
            }
        }
    }
}
