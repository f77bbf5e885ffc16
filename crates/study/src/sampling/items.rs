//! Sets of which many are the same, as one each.

/// Sets, each for as many documents as have it.
#[derive(Debug, Clone, Default)]
pub(super) struct Items {
    /// The members that another set may have, of one set after the other.
    pub(super) members: Vec<u64>,
    pub(super) ends: Vec<usize>,
    /// How many members each has, those that no other has among them.
    pub(super) sizes: Vec<u32>,
    /// How many documents each stands for.
    pub(super) weights: Vec<u32>,
    /// What their pairs are counted by.
    pub(super) labels: Vec<u16>,
}

impl Items {
    /// Ends a set: what was pushed to the members since the last is its own.
    pub(super) fn close(&mut self, size: u32, weight: u32, label: u16) {
        self.ends.push(self.members.len());
        self.sizes.push(size);
        self.weights.push(weight);
        self.labels.push(label);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn members(&self, item: usize) -> &[u64] {
        &self.members[item.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[item]]
    }

    /// The same sets by rising size, equal ones of one label as one. Sets that have the same common members and as many others are
    /// equal to whatever is compared with them.
    pub(super) fn collapsed(self) -> Items {
        let mut order: Vec<(u32, u16, u64, u32)> = (0..self.len())
            .map(|item| (self.sizes[item], self.labels[item], digest(self.members(item)), item as u32))
            .collect();
        order.sort_unstable();
        let mut items = Items::default();
        items.members.reserve(self.members.len());
        for &(size, label, _, item) in &order {
            let members = self.members(item as usize);
            let weight = self.weights[item as usize];
            let same = items.len().checked_sub(1).filter(|&last| {
                items.sizes[last] == size && items.labels[last] == label && items.members(last) == members
            });
            match same {
                Some(last) => items.weights[last] += weight,
                None => {
                    items.members.extend_from_slice(members);
                    items.close(size, weight, label);
                }
            }
        }
        items
    }
}

fn digest(members: &[u64]) -> u64 {
    members.iter().fold(members.len() as u64, |digest, &member| twinprint::hash::mix(digest ^ member))
}
