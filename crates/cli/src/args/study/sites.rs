//! What documents' sites are: pages of one are no independent draws, so intervals are by them.

use clap::Args;
use twinprint::sketch::SiteRule;
use twinprint_native::Error;
use twinprint_native::corpus::Fields;

#[derive(Args)]
pub(crate) struct SiteArguments {
    /// How sites are read from URLs: by the host's labels, or by the public-suffix list; intervals are by sites
    #[arg(long, value_name = "RULE", default_value = "labels", help_heading = "What is measured")]
    pub(crate) site: String,

    /// The field of .jsonl lines or .parquet rows that names their site, rather than their URLs
    #[arg(long, value_name = "FIELD", conflicts_with = "site", help_heading = "What is measured")]
    pub(crate) site_field: Option<String>,
}

impl SiteArguments {
    /// The rule; none where a field says it.
    pub(crate) fn rule(&self) -> Result<Option<SiteRule>, Error> {
        let site = SiteRule::from_name(&self.site)?;
        Ok(self.site_field.is_none().then_some(site))
    }

    /// The fields that are read.
    pub(crate) fn fields(&self) -> Fields {
        let mut fields = Fields::default();
        self.site_field.iter().for_each(|field| fields.group.clone_from(field));
        fields
    }
}
